import type { components } from "./openapi.ts";

/**
 * One entry of the shop's feed, as webhooks deliver it and `GET /events` lists it. `type` decides what `data` is: the
 * object as the API answered for it at that moment. Ignore types that you do not know: later versions of the shop may
 * add some.
 */
export type FeedEvent = components["schemas"]["Event"];
