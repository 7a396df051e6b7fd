import type Stripe from "stripe";
import { endpoint, id, type Feature } from "../feature.ts";
import { failRefund, refundCharge, succeedRefund } from "../payments/refund.ts";
import { invalid } from "../protocol/errors.ts";
import { byCreated, byFields, listObjects, pagination } from "../protocol/list.ts";
import {
  integer,
  mergeMetadata,
  metadata,
  noParams,
  oneOf,
  range,
  shape,
  text,
} from "../protocol/params.ts";

const createParams = shape<Stripe.RefundCreateParams>()({
  amount: integer.optional(),
  charge: text.optional(),
  metadata: metadata.optional(),
  payment_intent: text.optional(),
  reason: oneOf("duplicate", "fraudulent", "requested_by_customer").optional(),
});
const listParams = shape<Stripe.RefundListParams>()({
  ...pagination,
  charge: text.optional(),
  created: range.optional(),
  payment_intent: text.optional(),
});

export const refunds: Feature = {
  kinds: [
    {
      type: "refund",
      links: {
        charge: id("charge"),
        customer: id("customer"),
        payment_intent: id("payment_intent"),
      },
    },
  ],
  endpoints: [
    endpoint(
      "POST",
      "/v1/refunds",
      createParams,
      (account, { amount, charge, payment_intent: intent, reason, metadata: given }) => {
        if (!charge && !intent) {
          throw invalid(
            "One of the following params should be provided for this request: payment_intent or charge.",
          );
        }
        const chargeId =
          charge ??
          (account.get("payment_intent", intent!, "payment_intent").latest_charge as string | null);
        if (!chargeId)
          throw invalid(
            `This PaymentIntent (${intent}) does not have a successful charge to refund.`,
            { param: "payment_intent" },
          );
        const refund = refundCharge(account, account.get("charge", chargeId, "charge"), {
          amount,
          reason: reason ?? null,
          metadata: mergeMetadata({}, given),
        });
        return account.show("refund", refund);
      },
    ),
    endpoint(
      "GET",
      "/v1/refunds",
      listParams,
      (account, { charge, created, payment_intent, ...cursor }) =>
        listObjects(
          account,
          "refund",
          "/v1/refunds",
          [...byFields({ charge, payment_intent }), ...byCreated(created)],
          cursor,
        ),
    ),
    endpoint("GET", "/v1/refunds/:id", noParams, (account, _params, { id: refund = "" }) =>
      account.show("refund", account.get("refund", refund)),
    ),
  ],
  jobs: { succeed_refund: succeedRefund, fail_refund: failRefund },
};
