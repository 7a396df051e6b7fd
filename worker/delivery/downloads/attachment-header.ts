/** What needs no quotation marks, and what no browser reads as an escape. */
const PLAIN = /^[\w!#$&+.^`|~-]+$/;

/**
 * Returns the `Content-Disposition` of a file that is saved under this name (RFC 6266). Other names than plain ones are
 * given twice: encoded, and for programs that don't read that with `?` for what cannot stand in a header.
 * @param fileName well-formed Unicode, as `sanitizeFileName` returns it
 */
export function attachmentHeader(fileName: string): string {
  if (PLAIN.test(fileName)) return `attachment; filename=${fileName}`;
  const ascii = fileName.replaceAll(/[^ !#-$&-[\]-~]/gu, "?");
  const encoded = encodeURIComponent(fileName).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
