/** A stretch of bytes. */
export type Stretch = { offset: number; length: number };

/** How a request for bytes is to be answered: whole, in part, or why not. */
export type Answer = 200 | 304 | 412 | 416 | Stretch;

/**
 * What the conditions and the range of a request ask for (RFC 9110, sections 13 and 14).
 * @param input.etag the strong one of what there is, in its quotes
 * @param input.size in bytes
 */
export function decideAnswer(input: {
  method: string;
  headers: Headers;
  etag: string;
  size: number;
}): Answer {
  const { headers, etag, size } = input;
  const ifMatch = headers.get("if-match");
  if (ifMatch !== null && !namesTag(ifMatch, etag)) return 412;
  const ifNoneMatch = headers.get("if-none-match");
  if (ifNoneMatch !== null && namesTag(ifNoneMatch.replaceAll(/\bW\//g, ""), etag)) return 304;

  const range = headers.get("range");
  const ifRange = headers.get("if-range");
  if (input.method !== "GET" || range === null) return 200;
  if (ifRange !== null && ifRange.trim() !== etag) return 200;
  return readRange(range, size);
}

/** Whether a request goes on with exactly these bytes, and so never gets the whole anew. */
export function continues(headers: Headers, etag: string): boolean {
  if (!headers.has("range")) return false;
  return [headers.get("if-range"), headers.get("if-match")].some((tag) => tag?.trim() === etag);
}

/** A header that lists tags, compared strongly. */
function namesTag(list: string, etag: string): boolean {
  return list.split(",").some((tag) => tag.trim() === etag || tag.trim() === "*");
}

/**
 * One range of bytes. Several at once get the whole, as does what is no range of bytes: a server may ignore the header.
 * So does any range of nothing: some clients send one with every request.
 */
function readRange(range: string, size: number): Answer {
  const [, first, last] = /^bytes=\s*(\d*)-(\d*)\s*$/i.exec(range) ?? [];
  if (first === undefined || last === undefined || first + last === "" || size === 0) return 200;
  if (first === "") {
    const length = Math.min(Number(last), size);
    return length === 0 ? 416 : { offset: size - length, length };
  }
  if (last !== "" && Number(last) < Number(first)) return 200;
  if (Number(first) >= size) return 416;
  const end = last === "" ? size - 1 : Math.min(Number(last), size - 1);
  return { offset: Number(first), length: end - Number(first) + 1 };
}
