/**
 * Makes a single line that email programs find no addresses in: a space follows each mark that one would need. A name or
 * the number of an order stays as it is.
 */
export function withoutLinks(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]+/gu, " ")
    .replaceAll(/([@:/\\])(?=\S)/gu, "$1 ")
    .replaceAll(/(?<=\S)[.。．｡](?=[^\s\d])/gu, ". ")
    .trim();
}
