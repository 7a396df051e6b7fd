import { Hono, type Context } from "hono";
import { z } from "zod";
import type { Account } from "../stripe/account.ts";
import { closeReview, openReview, warnOfFraud } from "../stripe/payments/fraud.ts";
import { failPayout, payOutBalance } from "../stripe/payments/payout.ts";
import { markRefundFailed } from "../stripe/payments/refund.ts";
import type { StandIn } from "../stripe/stand-in.ts";
import { parseBody } from "./parse-body.ts";

export const fraudTypes = [
  "card_never_received",
  "fraudulent_card_application",
  "made_with_counterfeit_card",
  "made_with_lost_card",
  "made_with_stolen_card",
  "misc",
  "unauthorized_use_of_card",
] as const;

const warningBody = z.strictObject({
  charge: z.string(),
  fraudType: z.enum(fraudTypes).default("unauthorized_use_of_card"),
});
const reviewBody = z.strictObject({ charge: z.string() });
const closeReviewBody = z.strictObject({
  reason: z.enum(["approved", "refunded", "refunded_as_fraud", "disputed", "canceled"]),
});
const failRefundBody = z.strictObject({ isFinal: z.boolean().default(false) });
const payoutBody = z.strictObject({ currency: z.string().length(3).default("usd") });

/** Creates the controls for what banks, card issuers and Radar do to payments. */
export function createPaymentControls(
  standIn: StandIn,
  resolveAccount: (c: Context) => Account,
): Hono {
  const controls = new Hono();

  controls.post("/early-fraud-warnings", async (c) => {
    const account = resolveAccount(c);
    const { charge, fraudType } = await parseBody(c, warningBody);
    return c.json(standIn.commit(account, () => warnOfFraud(account, charge, fraudType)));
  });

  controls.post("/reviews", async (c) => {
    const account = resolveAccount(c);
    const { charge } = await parseBody(c, reviewBody);
    return c.json(standIn.commit(account, () => openReview(account, charge)));
  });
  controls.post("/reviews/:id/close", async (c) => {
    const account = resolveAccount(c);
    const { reason } = await parseBody(c, closeReviewBody);
    return c.json(standIn.commit(account, () => closeReview(account, c.req.param("id"), reason)));
  });

  controls.post("/refunds/:id/fail", async (c) => {
    const account = resolveAccount(c);
    const id = c.req.param("id");
    const { isFinal } = await parseBody(c, failRefundBody);
    standIn.commit(account, () => markRefundFailed(account, id, isFinal));
    return c.json(account.serialize("refund", account.get("refund", id)));
  });

  controls.post("/payouts", async (c) => {
    const account = resolveAccount(c);
    const { currency } = await parseBody(c, payoutBody);
    return c.json(standIn.commit(account, () => payOutBalance(account, currency)));
  });
  controls.post("/payouts/:id/fail", (c) => {
    const account = resolveAccount(c);
    return c.json(standIn.commit(account, () => failPayout(account, c.req.param("id"))));
  });

  return controls;
}
