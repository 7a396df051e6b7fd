import { hc, type ClientResponse } from "hono/client";
import type { AppType } from "../../worker/app.ts";
import { readResponse } from "./errors.ts";

/** The typed client of the Worker's own API. Every call goes through `read` or `send`. */
export const { api } = hc<AppType>("/");

/**
 * `await read(api.shop.$get())`: the typed body, or a typed error.
 * @throws ApiError, NetworkError
 */
export async function read<Body>(
  request: Promise<ClientResponse<Body, number, "json">>,
): Promise<Body> {
  return (await readResponse(request)) as Body;
}

/**
 * For an answer without a body.
 * @throws ApiError, NetworkError
 */
export async function send(request: Promise<ClientResponse<null, number, "body">>): Promise<void> {
  await readResponse(request);
}
