import type { I18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { formatsOf } from "../../../i18n/formats-of.ts";
import type { OwnedVersion } from "./benefit-queries.ts";

/** Describes a version of a file in one line: "Version 2.1 · 3 MB · March 4, 2026". */
export function describeVersion(i18n: I18n, { label, size, createdAt }: OwnedVersion): string {
  const formats = formatsOf(i18n);
  return [formatVersionLabel(i18n, label), formats.size(size), formats.date(createdAt)]
    .filter(Boolean)
    .join("\u00a0· ");
}

/** Labels that start with a number get the prefix "Version": "Version 2.1", but "Second edition". */
export function formatVersionLabel(i18n: I18n, label: string): string {
  return /^\d/.test(label) ? i18n._(msg`Version ${label}`) : label;
}
