import type Stripe from "stripe";
import { endpoint, idLink, type Feature } from "../feature.ts";
import { markRefundFailed, refundCharge, markRefundSucceeded } from "../payments/refund.ts";
import { invalidRequestError } from "../protocol/errors.ts";
import {
  filterByCreated,
  filterByFields,
  listObjects,
  paginationParams,
} from "../protocol/list.ts";
import {
  integer,
  mergeMetadata,
  metadata,
  noParams,
  oneOf,
  range,
  schemaFor,
  text,
} from "../protocol/params.ts";

const createParams = schemaFor<Stripe.RefundCreateParams>()({
  amount: integer.optional(),
  charge: text.optional(),
  metadata: metadata.optional(),
  payment_intent: text.optional(),
  reason: oneOf("duplicate", "fraudulent", "requested_by_customer").optional(),
});
const updateParams = schemaFor<Stripe.RefundUpdateParams>()({ metadata: metadata.optional() });
const listParams = schemaFor<Stripe.RefundListParams>()({
  ...paginationParams,
  charge: text.optional(),
  created: range.optional(),
  payment_intent: text.optional(),
});

export const refunds: Feature = {
  objectTypes: [
    {
      type: "refund",
      links: {
        balance_transaction: idLink("balance_transaction"),
        charge: idLink("charge"),
        customer: idLink("customer"),
        failure_balance_transaction: idLink("balance_transaction"),
        payment_intent: idLink("payment_intent"),
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
          throw invalidRequestError(
            "One of the following params should be provided for this request: payment_intent or charge.",
          );
        }
        const chargeId =
          charge ??
          (account.get("payment_intent", intent!, "payment_intent").latest_charge as string | null);
        if (!chargeId)
          throw invalidRequestError(
            `This PaymentIntent (${intent}) does not have a successful charge to refund.`,
            { param: "payment_intent" },
          );
        const refund = refundCharge(account, account.get("charge", chargeId, "charge"), {
          amount,
          reason: reason ?? null,
          metadata: mergeMetadata({}, given),
        });
        return account.serialize("refund", refund);
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
          [...filterByFields({ charge, payment_intent }), ...filterByCreated(created)],
          cursor,
        ),
    ),
    endpoint("POST", "/v1/refunds/:id", updateParams, (account, params, { id = "" }) => {
      const { metadata: current } = account.get("refund", id);
      const change = { metadata: mergeMetadata(current ?? {}, params.metadata) };
      return account.serialize("refund", account.update("refund", id, change, "refund.updated"));
    }),
    // Stripe cancels only a refund that waits for the customer (`requires_action`), which no card's does.
    endpoint("POST", "/v1/refunds/:id/cancel", noParams, (account, _params, { id = "" }) => {
      const { status } = account.get("refund", id);
      throw invalidRequestError(
        `This refund (${id}) cannot be canceled because it has a status of ${status}. Only a refund with the status requires_action may be canceled.`,
      );
    }),
    endpoint("GET", "/v1/refunds/:id", noParams, (account, _params, { id: refund = "" }) =>
      account.serialize("refund", account.get("refund", refund)),
    ),
  ],
  jobs: {
    succeed_refund: markRefundSucceeded,
    fail_refund: (account, id) => markRefundFailed(account, id),
  },
};
