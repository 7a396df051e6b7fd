const MAX_BYTES = 200;
const encoder = new TextEncoder();

/**
 * Returns a file name that is safe on every system and close to the given one. Removes folders, control characters and
 * text direction marks (they can hide the real extension). At most 200 bytes of UTF-8, keeps the extension, never
 * empty.
 */
export function sanitizeFileName(name: string): string {
  const clean = name
    .toWellFormed()
    .normalize("NFC")
    .replaceAll(/[/\\]/g, "_")
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]/gu, "")
    .replace(/^[\s.]+/, "")
    .replace(/[\s.]+$/, "");
  return clean === "" ? "download" : truncateFileName(clean);
}

function truncateFileName(name: string): string {
  if (encoder.encode(name).length <= MAX_BYTES) return name;
  const extension = /\.[^.\s]{1,16}$/.exec(name)?.[0] ?? "";
  const maxStemBytes = MAX_BYTES - encoder.encode(extension).length;
  let stem = "";
  let used = 0;
  for (const character of name.slice(0, name.length - extension.length)) {
    used += encoder.encode(character).length;
    if (used > maxStemBytes) break;
    stem += character;
  }
  return stem.trimEnd() + extension;
}
