import type Stripe from "stripe";
import { endpoint, id, type Feature } from "../feature.ts";
import { answerDispute, evidence, refuseClosed } from "../payments/update-dispute.ts";
import { closeDispute } from "../payments/dispute.ts";
import { byCreated, byFields, listObjects, pagination } from "../protocol/list.ts";
import { flag, metadata, noParams, range, shape, text } from "../protocol/params.ts";

const updateParams = shape<Stripe.DisputeUpdateParams>()({
  evidence: evidence.optional(),
  metadata: metadata.optional(),
  submit: flag.optional(),
});
const listParams = shape<Stripe.DisputeListParams>()({
  ...pagination,
  charge: text.optional(),
  created: range.optional(),
  payment_intent: text.optional(),
});

export const disputes: Feature = {
  kinds: [
    { type: "dispute", links: { charge: id("charge"), payment_intent: id("payment_intent") } },
  ],
  endpoints: [
    endpoint(
      "GET",
      "/v1/disputes",
      listParams,
      (account, { charge, created, payment_intent, ...cursor }) =>
        listObjects(
          account,
          "dispute",
          "/v1/disputes",
          [...byFields({ charge, payment_intent }), ...byCreated(created)],
          cursor,
        ),
    ),
    endpoint("GET", "/v1/disputes/:id", noParams, (account, _params, { id: dispute = "" }) =>
      account.show("dispute", account.get("dispute", dispute)),
    ),
    endpoint("POST", "/v1/disputes/:id", updateParams, (account, params, { id: dispute = "" }) =>
      account.show("dispute", answerDispute(account, account.get("dispute", dispute), params)),
    ),
    endpoint(
      "POST",
      "/v1/disputes/:id/close",
      noParams,
      (account, _params, { id: dispute = "" }) => {
        const open = account.get("dispute", dispute);
        refuseClosed(open);
        return account.show("dispute", closeDispute(account, open, "lost"));
      },
    ),
  ],
};
