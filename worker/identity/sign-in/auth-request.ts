/** Returns a POST request with the same headers and a JSON body, which the library reads like a form. */
export function toJsonPostRequest(request: Request, url: string, body: unknown): Request {
  const headers = new Headers(request.headers);
  headers.set("content-type", "application/json");
  headers.delete("content-length");
  return new Request(url, { method: "POST", headers, body: JSON.stringify(body), cf: request.cf });
}
