import type Stripe from "stripe";
import { endpoint, type Feature } from "../feature.ts";
import { invalid, missing } from "../protocol/errors.ts";
import { byCreated, listObjects, pagination } from "../protocol/list.ts";
import { flag, listOf, noParams, range, shape, text } from "../protocol/params.ts";

/** Stripe forgets events after 30 days. */
const keptSeconds = 30 * 86_400;

const listParams = shape<Stripe.EventListParams>()({
  ...pagination,
  created: range.optional(),
  delivery_success: flag.optional(),
  type: text.optional(),
  types: listOf(text).optional(),
});

export const events: Feature = {
  kinds: [{ type: "event", links: {} }],
  endpoints: [
    endpoint(
      "GET",
      "/v1/events",
      listParams,
      (account, { created, delivery_success: delivered, type, types, ...cursor }) => {
        if (type && types)
          throw invalid("You may only specify one of these parameters: type, types.", {
            param: "types",
          });
        if (types && types.length > 20)
          throw invalid("You can pass up to 20 types.", { param: "types" });
        const wanted = types ?? (type ? [type] : []);
        const filters = [
          ...(wanted.length > 0
            ? [
                {
                  sql: `(${wanted.map(() => "data ->> '$.type' GLOB ?").join(" OR ")})`,
                  values: wanted,
                },
              ]
            : []),
          ...(delivered === undefined
            ? []
            : [{ sql: `data ->> '$.pending_webhooks' ${delivered ? "=" : ">"} 0`, values: [] }]),
          ...byCreated(created),
          { sql: "created >= ?", values: [account.clock.own() - keptSeconds] },
        ];
        return listObjects(account, "event", "/v1/events", filters, cursor);
      },
    ),
    endpoint("GET", "/v1/events/:id", noParams, (account, _params, { id = "" }) => {
      const event = account.get("event", id);
      if (event.created < account.clock.own() - keptSeconds) throw missing("event", id);
      return account.show("event", event);
    }),
  ],
};
