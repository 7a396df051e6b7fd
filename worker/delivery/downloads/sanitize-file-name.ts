const MAX_BYTES = 200;
const encoder = new TextEncoder();

/**
 * A name that is fit to save under on every system, as near to the given one as may be: no folders, no control
 * characters, nothing that turns the direction of text and so disguises the ending, at most 200 bytes of UTF-8 with the
 * ending kept, and never empty.
 */
export function cleanFileName(given: string): string {
  const clean = given
    .toWellFormed()
    .normalize("NFC")
    .replaceAll(/[/\\]/g, "_")
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]/gu, "")
    .replace(/^[\s.]+/, "")
    .replace(/[\s.]+$/, "");
  return clean === "" ? "download" : shorten(clean);
}

function shorten(name: string): string {
  if (encoder.encode(name).length <= MAX_BYTES) return name;
  const ending = /\.[^.\s]{1,16}$/.exec(name)?.[0] ?? "";
  const room = MAX_BYTES - encoder.encode(ending).length;
  let stem = "";
  let used = 0;
  for (const character of name.slice(0, name.length - ending.length)) {
    used += encoder.encode(character).length;
    if (used > room) break;
    stem += character;
  }
  return stem.trimEnd() + ending;
}
