import type Stripe from "stripe";
import { endpoint, type Feature } from "../feature.ts";
import { invalidRequestError, resourceMissingError } from "../protocol/errors.ts";
import { filterByCreated, listObjects, paginationParams } from "../protocol/list.ts";
import { flag, listOf, noParams, range, schemaFor, text } from "../protocol/params.ts";

/** Stripe keeps events for 30 days. */
const eventRetentionSeconds = 30 * 86_400;

const listParams = schemaFor<Stripe.EventListParams>()({
  ...paginationParams,
  created: range.optional(),
  delivery_success: flag.optional(),
  type: text.optional(),
  types: listOf(text).optional(),
});

export const events: Feature = {
  objectTypes: [{ type: "event", links: {} }],
  endpoints: [
    endpoint(
      "GET",
      "/v1/events",
      listParams,
      (account, { created, delivery_success: delivered, type, types, ...cursor }) => {
        if (type && types)
          throw invalidRequestError("You may only specify one of these parameters: type, types.", {
            param: "types",
          });
        if (types && types.length > 20)
          throw invalidRequestError("You can pass up to 20 types.", { param: "types" });
        const wantedTypes = types ?? (type ? [type] : []);
        const filters = [
          ...(wantedTypes.length > 0
            ? [
                {
                  sql: `(${wantedTypes.map(() => "data ->> '$.type' GLOB ?").join(" OR ")})`,
                  values: wantedTypes,
                },
              ]
            : []),
          ...(delivered === undefined
            ? []
            : [{ sql: `data ->> '$.pending_webhooks' ${delivered ? "=" : ">"} 0`, values: [] }]),
          ...filterByCreated(created),
          { sql: "created >= ?", values: [account.clock.accountNow() - eventRetentionSeconds] },
        ];
        return listObjects(account, "event", "/v1/events", filters, cursor);
      },
    ),
    endpoint("GET", "/v1/events/:id", noParams, (account, _params, { id = "" }) => {
      const event = account.get("event", id);
      if (event.created < account.clock.accountNow() - eventRetentionSeconds)
        throw resourceMissingError("event", id);
      return account.serialize("event", event);
    }),
  ],
};
