import type { Ctx } from "../../context.ts";
import { fail } from "../../errors.ts";
import { idempotencyKey } from "../../stripe/idempotency.ts";
import { readTrialRefusal } from "../../purchases/subscriptions/trials.ts";
import { collectAll } from "../../stripe/references.ts";
import { listStripeCustomersOfUser } from "./store.ts";

/** Stripe removes a field that is set to an empty text. */
const noPersonalData = { name: "", email: "", phone: "", address: "" } as const;

const emptyComment = { cancellation_details: { comment: "" } } as const;

/**
 * Removes what Stripe doesn't need to keep about a user: detaches every payment method, empties the comments that the
 * user wrote when canceling, and empties the customer's name, email, phone and address. Stripe's customer itself stays,
 * because deleting it would take its invoices out of reach. Invoices and charges keep their own copies, as the law
 * requires.
 * @throws `stripe_unavailable`; calling this again removes the rest
 */
export async function forgetAtStripe(ctx: Ctx, input: { userId: string }): Promise<void> {
  const { mode } = ctx.config.stripe;
  for (const { stripeCustomerId } of await listStripeCustomersOfUser(ctx.db, input.userId, mode)) {
    if (stripeCustomerId === null) continue;
    try {
      await forgetCustomer(ctx, stripeCustomerId);
    } catch (error) {
      throw fail("stripe_unavailable", { reason: "the customer was not forgotten", cause: error });
    }
  }
}

async function forgetCustomer(ctx: Ctx, id: string): Promise<void> {
  const { customers, paymentMethods, subscriptions } = ctx.stripe;
  // Of this request: a later attempt must not get the stored error of this one.
  const keyFor = (action: string, object: string) =>
    idempotencyKey(action, `${object}:${ctx.requestId}`, {});
  if ((await customers.retrieve(id)).deleted) return;
  for (const method of await collectAll(customers.listPaymentMethods(id, { limit: 100 })))
    await paymentMethods.detach(method.id, {}, await keyFor("detach", method.id));
  const all = await collectAll(subscriptions.list({ customer: id, status: "all", limit: 100 }));
  for (const { id: subscriptionId, cancellation_details: details } of all)
    if (details?.comment && readTrialRefusal(details.comment) === null)
      await subscriptions.update(
        subscriptionId,
        emptyComment,
        await keyFor("uncomment", subscriptionId),
      );
  await customers.update(id, noPersonalData, await keyFor("forget", id));
}
