/** Makes a name safe inside a sentence: a single line of at most 120 characters. */
export function toSingleLine(text: string): string {
  const line = text.replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]+/gu, " ").trim();
  return line.length > 120 ? `${line.slice(0, 119)}…` : line;
}
