import { Hono } from "hono";
import { z } from "zod";
import type { UserEnv } from "../../context.ts";
import { pageQuery } from "../frame/page-query.ts";
import { requireFreshSignIn } from "../../http/require.ts";
import { andShow, runVerb } from "../../http/run-verb.ts";
import { refundChoice } from "../../billing/refund-schema.ts";
import { showSubscription } from "./show-subscription.ts";
import {
  cancelSubscriptionForUser,
  endSubscriptionForUser,
  undoCancellationForUser,
  refundSubscription,
} from "../../billing/change-subscription-for-user.ts";
import {
  changePlanForUser,
  endPauseForUser,
  extendTrialForUser,
  pauseForUser,
  previewPlanChangeForUser,
  previewResumptionForUser,
  retryPaymentForUser,
  setDiscountForUser,
} from "../../billing/change-terms-for-user.ts";
import { disputeAnswer } from "../../billing/answer-dispute.ts";
import { planChangeBody, planChangeQuery } from "../../billing/plan-change-schema.ts";
import { answerSubscriptionDispute } from "./answer-subscription-dispute.ts";
import { requestPayment } from "./request-payment.ts";
import {
  exportSubscriptions,
  searchSubscriptions,
  subscriptionFilters,
  summarizeSubscriptions,
} from "./search-subscriptions.ts";
import { idParam } from "../../lib/id-schema.ts";

const listQuery = z.strictObject({ ...pageQuery, ...subscriptionFilters });
const exportQuery = z.strictObject(subscriptionFilters);
const param = idParam("sub");
/** For the audit log, and for the team on the subscription's page. */
const reason = z.string().trim().min(1).max(500);
const withReason = z.strictObject({ reason });
const planChange = planChangeBody.extend({ reason });
const trial = z.strictObject({ trialEnd: z.int().min(0), reason });
const discount = z.strictObject({ code: z.string().trim().min(1).max(500).nullable(), reason });
const refund = z.strictObject({ ...refundChoice.shape, end: z.boolean() });

/** `/api/admin/subscriptions`: subscriptions. Each change responds with the whole subscription. */
export const adminSubscriptionRoutes = new Hono<UserEnv>()
  .get("/", ...runVerb(searchSubscriptions, { query: listQuery }))
  .get("/export", requireFreshSignIn, ...runVerb(exportSubscriptions, { query: exportQuery }))
  .get("/summary", ...runVerb(summarizeSubscriptions, { query: exportQuery }))
  .get("/:id", ...runVerb(showSubscription, { param }))
  .post(
    "/:id/cancellation",
    ...runVerb(andShow(cancelSubscriptionForUser, showSubscription), {
      param,
      json: withReason,
    }),
  )
  .delete(
    "/:id/cancellation",
    ...runVerb(andShow(undoCancellationForUser, showSubscription), { param }),
  )
  .post(
    "/:id/end",
    ...runVerb(andShow(endSubscriptionForUser, showSubscription), { param, json: withReason }),
  )
  .get("/:id/plan-change", ...runVerb(previewPlanChangeForUser, { param, query: planChangeQuery }))
  .post(
    "/:id/plan-change",
    ...runVerb(andShow(changePlanForUser, showSubscription), { param, json: planChange }),
  )
  .post(
    "/:id/pause",
    ...runVerb(andShow(pauseForUser, showSubscription), { param, json: withReason }),
  )
  .delete(
    "/:id/pause",
    ...runVerb(andShow(endPauseForUser, showSubscription), { param, json: withReason }),
  )
  .get("/:id/resumption", ...runVerb(previewResumptionForUser, { param }))
  .put(
    "/:id/trial",
    ...runVerb(andShow(extendTrialForUser, showSubscription), { param, json: trial }),
  )
  .put(
    "/:id/discount",
    ...runVerb(andShow(setDiscountForUser, showSubscription), { param, json: discount }),
  )
  .post(
    "/:id/payment",
    ...runVerb(andShow(retryPaymentForUser, showSubscription), { param, json: withReason }),
  )
  .post(
    "/:id/dispute-answer",
    ...runVerb(andShow(answerSubscriptionDispute, showSubscription), {
      param,
      json: disputeAnswer,
    }),
  )
  .post("/:id/payment-request", ...runVerb(requestPayment, { param, json: withReason }))
  .post(
    "/:id/refunds",
    ...runVerb(andShow(refundSubscription, showSubscription), { param, json: refund }, 201),
  );
