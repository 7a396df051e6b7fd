/** A POST as the library takes it: the same headers and a body of JSON, which it reads as it reads a form. */
export function withBody(request: Request, url: string, body: unknown): Request {
  const headers = new Headers(request.headers);
  headers.set("content-type", "application/json");
  headers.delete("content-length");
  return new Request(url, { method: "POST", headers, body: JSON.stringify(body), cf: request.cf });
}
