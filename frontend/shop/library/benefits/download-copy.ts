import type { I18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { formatsOf } from "../../../i18n/formats-of.ts";
import type { OwnedVersion } from "./benefit-queries.ts";

const readable = {
  sound: /\.(mp3|m4a|ogg|oga|opus|wav|flac|aac)$/i,
  video: /\.(mp4|m4v|webm)$/i,
  pdf: /\.pdf$/i,
};

/** What browsers can do with a file beside saving it: play it, or open it in their reader. */
export type Reader = keyof typeof readable;

/** Returns what browsers can do with a file, by its name; null if they can only save it. */
export function findReader(fileName: string): Reader | null {
  const kinds = Object.keys(readable) as Reader[];
  return kinds.find((kind) => readable[kind].test(fileName)) ?? null;
}

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
