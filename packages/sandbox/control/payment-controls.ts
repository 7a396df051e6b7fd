import { Hono, type Context } from "hono";
import { z } from "zod";
import type { Account } from "../stripe/account.ts";
import { payInBrowser } from "../stripe/billing/pay-in-browser.ts";
import { closeReview, openReview, warnOfFraud } from "../stripe/payments/fraud.ts";
import { failPayout, payOutBalance } from "../stripe/payments/payout.ts";
import { markRefundFailed } from "../stripe/payments/refund.ts";
import { ApiError } from "../stripe/protocol/errors.ts";
import type { StandIn } from "../stripe/stand-in.ts";
import { runAtObjectTime } from "../stripe/time/run-at-object-time.ts";
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
const payIntentBody = z.strictObject({
  card: z
    .string()
    .regex(/^[\d ]+$/, "Give a card number.")
    .default("4242424242424242"),
  /** Whether 3-D Secure succeeds, if the card requires it. */
  authenticate: z.boolean().default(true),
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
  resolveAccount: (c: Context, objectId?: string) => Account,
): Hono {
  const controls = new Hono();

  controls.post("/intents/:id/pay", async (c) => {
    const id = c.req.param("id");
    const account = resolveAccount(c, id);
    const { card, authenticate } = await parseBody(c, payIntentBody);
    const number = card.replaceAll(" ", "");
    const result = standIn.commit(account, () =>
      runAtObjectTime(account, [id], () =>
        keepFailedWork(() => payInBrowser(account, id, { card: number, passes: authenticate })),
      ),
    );
    if (result instanceof ApiError) throw result;
    return c.json(result);
  });

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

/** Returns an error instead of throwing it if what it has written must stay, such as a declined charge. */
function keepFailedWork<T>(work: () => T): T | ApiError {
  try {
    return work();
  } catch (error) {
    if (error instanceof ApiError && error.keepWork) return error;
    throw error;
  }
}
