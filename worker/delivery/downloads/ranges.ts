import { fail } from "../../errors.ts";

export type ByteRange = { offset: number; length: number };

/** The response to a range request: a status for the whole file or an error, or the part to send. */
export type RangeResult = 200 | 304 | 412 | 416 | ByteRange;

/**
 * Evaluates the conditional headers and the range of a request (RFC 9110, sections 13 and 14).
 * @param input.etag the current strong entity tag, with quotes
 * @param input.size in bytes
 */
export function evaluateRangeRequest(input: {
  method: string;
  headers: Headers;
  etag: string;
  size: number;
}): RangeResult {
  const { headers, etag, size } = input;
  const ifMatch = headers.get("if-match");
  if (ifMatch !== null && !matchesEtag(ifMatch, etag)) return 412;
  const ifNoneMatch = headers.get("if-none-match");
  if (ifNoneMatch !== null && matchesEtag(ifNoneMatch.replaceAll(/\bW\//g, ""), etag)) return 304;

  const range = headers.get("range");
  const ifRange = headers.get("if-range");
  if (input.method !== "GET" || range === null) return 200;
  if (ifRange !== null && ifRange.trim() !== etag) return 200;
  return parseRange(range, size);
}

/** Returns whether a request resumes exactly this version, so that it can never receive the whole file again. */
export function isResumeRequest(headers: Headers, etag: string): boolean {
  if (!headers.has("range")) return false;
  return [headers.get("if-range"), headers.get("if-match")].some((tag) => tag?.trim() === etag);
}

/** Returns whether a list of entity tags contains `etag` (strong comparison). */
function matchesEtag(list: string, etag: string): boolean {
  return list.split(",").some((tag) => tag.trim() === etag || tag.trim() === "*");
}

/**
 * Parses a single byte range. Several ranges, invalid headers and ranges of an empty file get the whole file: a server
 * may ignore the header, and some clients send one with every request.
 */
function parseRange(range: string, size: number): RangeResult {
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

/**
 * Answers a request for a file, or for a part of it.
 * @param input.answer the headers of every answer
 * @param input.open reads the bytes, if any are sent
 * @throws `precondition_failed`
 */
export async function sendRange(input: {
  method: string;
  headers: Headers;
  etag: string;
  size: number;
  answer: Headers;
  open: (range: ByteRange | undefined) => Promise<ReadableStream>;
}): Promise<Response> {
  const { method, etag, size, answer: headers, open } = input;
  headers.set("etag", etag);
  headers.set("accept-ranges", "bytes");
  const answer = evaluateRangeRequest(input);
  if (answer === 412) throw fail("precondition_failed");
  if (answer === 304) return new Response(null, { status: 304, headers });
  if (answer === 416) {
    headers.set("content-range", `bytes */${size}`);
    return new Response(null, { status: 416, headers });
  }
  const range = answer === 200 ? undefined : answer;
  headers.set("content-length", String(range?.length ?? size));
  if (range) headers.set("content-range", formatContentRange(range, size));
  const body = method === "HEAD" ? null : await open(range);
  return new Response(body, { status: range ? 206 : 200, headers });
}

function formatContentRange({ offset, length }: ByteRange, size: number): string {
  return `bytes ${offset}-${offset + length - 1}/${size}`;
}
