import type Stripe from "stripe";
import { endpoint, idLink, type Feature } from "../feature.ts";
import { updateDispute, evidenceParams, assertDisputeOpen } from "../payments/update-dispute.ts";
import { closeDispute } from "../payments/dispute.ts";
import {
  filterByCreated,
  filterByFields,
  listObjects,
  paginationParams,
} from "../protocol/list.ts";
import { flag, metadata, noParams, range, schemaFor, text } from "../protocol/params.ts";

const updateParams = schemaFor<Stripe.DisputeUpdateParams>()({
  evidence: evidenceParams.optional(),
  metadata: metadata.optional(),
  submit: flag.optional(),
});
const listParams = schemaFor<Stripe.DisputeListParams>()({
  ...paginationParams,
  charge: text.optional(),
  created: range.optional(),
  payment_intent: text.optional(),
});

export const disputes: Feature = {
  objectTypes: [
    {
      type: "dispute",
      links: { charge: idLink("charge"), payment_intent: idLink("payment_intent") },
    },
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
          [...filterByFields({ charge, payment_intent }), ...filterByCreated(created)],
          cursor,
        ),
    ),
    endpoint("GET", "/v1/disputes/:id", noParams, (account, _params, { id: dispute = "" }) =>
      account.serialize("dispute", account.get("dispute", dispute)),
    ),
    endpoint("POST", "/v1/disputes/:id", updateParams, (account, params, { id: dispute = "" }) =>
      account.serialize("dispute", updateDispute(account, account.get("dispute", dispute), params)),
    ),
    endpoint(
      "POST",
      "/v1/disputes/:id/close",
      noParams,
      (account, _params, { id: dispute = "" }) => {
        const open = account.get("dispute", dispute);
        assertDisputeOpen(open);
        return account.serialize("dispute", closeDispute(account, open, "lost"));
      },
    ),
  ],
};
