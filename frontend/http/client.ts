import type { ClientResponse } from "hono/client";
import type { AppType } from "../../worker/app.ts";
import { LOCALE_HEADER } from "../../worker/shared/locales.ts";
import { createApi } from "./create-api.ts";
import { readResponse } from "./errors.ts";

/** The typed client of the Worker's API. Wrap every call in `read` or `send`. */
export const { api } = createApi<AppType>({
  // Answers fit the page, also if its language is only in its URL. The Worker, which draws pages, sends no requests.
  [LOCALE_HEADER]: globalThis.document?.documentElement.lang ?? "",
});

/**
 * Returns the typed body of a response: `await read(api.shop.$get())`.
 * @throws ApiError, NetworkError
 */
export async function read<Body>(
  request: Promise<ClientResponse<Body, number, "json">>,
): Promise<Body> {
  return (await readResponse(request)) as Body;
}

/**
 * Sends a request whose response has no body.
 * @throws ApiError, NetworkError
 */
export async function send(request: Promise<ClientResponse<null, number, "body">>): Promise<void> {
  await readResponse(request);
}
