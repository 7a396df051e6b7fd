import { formatSize } from "../../ui/format-size.ts";
import { formatDate } from "../../ui/format-time.ts";
import type { OwnedVersion } from "./download-queries.ts";

/** Describes a version of a file in one line: "Version 2.1 · 3 MB · March 4, 2026". */
export function describeVersion({ label, size, createdAt }: OwnedVersion): string {
  return [formatVersionLabel(label), formatSize(size), formatDate(createdAt)]
    .filter(Boolean)
    .join(" · ");
}

/** Labels that start with a number get the prefix "Version": "Version 2.1", but "Second edition". */
function formatVersionLabel(label: string): string {
  return /^\d/.test(label) ? `Version ${label}` : label;
}
