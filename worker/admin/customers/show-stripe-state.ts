import { findNameAndEmail } from "../../identity/store-profile.ts";
import Stripe from "stripe";
import type { Ctx } from "../../context.ts";
import { fail } from "../../errors.ts";
import { fromStripeTime } from "../../lib/time.ts";
import { shortTimeout } from "../../billing/fetch-billing-details.ts";
import { fetchTaxIds } from "../../billing/fetch-tax-ids.ts";
import { dashboardUrl } from "../../stripe/dashboard-url.ts";
import { mapStripeCustomersByStripeId } from "../../sync/customer/find-stripe-customers.ts";
import { listStripeCustomersOfUser } from "../../sync/customer/store.ts";
import { decideOutcome, getKnownOutcome } from "./checkout-outcome.ts";
import { mapAttempts, type StripeFacts } from "./map-attempts.ts";
import { selectCheckouts } from "./story.query.ts";
import { pick } from "../../lib/pick.ts";

/** What is fetched of each list: enough for what a support question is about. */
const LIST_LIMIT = 50;
const INVOICE_LIMIT = 20;
/** A user has one Stripe customer, and one more for each account that was merged into theirs. */
const MAX_CUSTOMERS = 3;

/**
 * Asks Stripe about a user's checkouts, invoices and email. The answer is fetched for the page and not stored, so that
 * it needs no webhook. Amounts in minor units, times in unix milliseconds.
 * @throws `not_found`; `stripe_unavailable`
 */
export async function showStripeState(ctx: Ctx, input: { userId: string }) {
  const { mode } = ctx.config.stripe;
  const { userId } = input;
  const [user, customers, checkouts] = await Promise.all([
    findNameAndEmail(ctx.db, userId),
    listStripeCustomersOfUser(ctx.db, userId, mode),
    selectCheckouts(ctx.db, userId, mode),
  ]);
  if (!user) throw fail("not_found", { reason: "no such user" });
  const ownIds = customers.flatMap(({ stripeCustomerId }) => stripeCustomerId ?? []);
  const askedIds = ownIds.slice(0, MAX_CUSTOMERS);
  try {
    const [facts, taxIds, payersWithSameEmail] = await Promise.all([
      fetchFacts(ctx, askedIds),
      Promise.all(askedIds.map((id) => fetchTaxIds(ctx, id))),
      user.email === null ? [] : findPayersWithEmail(ctx, user.email, ownIds),
    ]);
    const attempts = mapAttempts(checkouts, facts);
    const sessionOf = new Map(facts.sessions.map((session) => [session.id, session]));
    return {
      /** The checkouts of the customer's page; one that Stripe no longer lists has the outcome that our rows know. */
      checkouts: checkouts.map((checkout) => {
        const { failed = [], needsAction = false } = attempts.get(checkout.id) ?? {};
        const session = sessionOf.get(checkout.stripeSessionId ?? "");
        return {
          id: checkout.id,
          outcome: decideOutcome(getKnownOutcome(checkout, ctx.now), {
            sessionStatus: session?.status ?? null,
            isPaid: session !== undefined && session.payment_status !== "unpaid",
            isDeclined: failed.length > 0,
            needsAction,
          }),
          /** Newest first. */
          attempts: failed.map((attempt) => ({
            ...attempt,
            url: dashboardUrl(mode, attempt.stripePath),
          })),
        };
      }),
      /** The newest ones, newest first. */
      invoices: facts.invoices.map((invoice) => ({
        ...pick(invoice, ["id", "number", "currency"]),
        status: invoice.status as string | null,
        totalMinor: invoice.total,
        createdAt: fromStripeTime(invoice.created) ?? 0,
        url: dashboardUrl(mode, `invoices/${invoice.id}`),
      })),
      taxIds: taxIds.flat(),
      payersWithSameEmail,
    };
  } catch (cause) {
    throw fail("stripe_unavailable", { reason: "the customer was not read", cause });
  }
}

/** Fetches everything about these Stripe customers, in parallel. */
async function fetchFacts(ctx: Ctx, customerIds: string[]): Promise<StripeFacts> {
  const { checkout, paymentIntents, setupIntents, charges, invoices } = ctx.stripe;
  const listAll = async <Item>(list: (customer: string) => Promise<{ data: Item[] }>) =>
    (await Promise.all(customerIds.map(list))).flatMap(({ data }) => data);
  const pageOf = (customer: string) => ({ customer, limit: LIST_LIMIT });
  const [allSessions, allIntents, allSetups, allCharges, allInvoices] = await Promise.all([
    listAll((customer) => checkout.sessions.list(pageOf(customer), shortTimeout)),
    listAll((customer) => paymentIntents.list(pageOf(customer), shortTimeout)),
    listAll<Stripe.SetupIntent>((customer) =>
      setupIntents.list(pageOf(customer), shortTimeout).catch(emptyIfNotAllowed),
    ),
    listAll((customer) => charges.list(pageOf(customer), shortTimeout)),
    listAll((customer) =>
      invoices.list({ customer, limit: INVOICE_LIMIT, expand: ["data.payments"] }, shortTimeout),
    ),
  ]);
  return {
    sessions: allSessions,
    intents: allIntents,
    setups: allSetups,
    charges: allCharges,
    invoices: allInvoices,
  };
}

/** A restricted key from before the shop needed this permission: the doctor says so, and the page shows the rest. */
function emptyIfNotAllowed(error: unknown): { data: [] } {
  if (error instanceof Stripe.errors.StripePermissionError) return { data: [] };
  throw error;
}

/** How many Stripe customers with the same email are looked at. */
const MAX_SAME_EMAIL = 4;

/**
 * Returns other Stripe customers with this email that have paid something. Stripe compares the email exactly; ours are
 * in lower case.
 */
async function findPayersWithEmail(ctx: Ctx, email: string, ownIds: string[]) {
  const { data } = await ctx.stripe.customers.list(
    { email, limit: MAX_SAME_EMAIL + ownIds.length },
    shortTimeout,
  );
  const others = data.filter(({ id }) => !ownIds.includes(id)).slice(0, MAX_SAME_EMAIL);
  const [known, havePaid] = await Promise.all([
    mapStripeCustomersByStripeId(ctx, { stripeCustomerIds: others.map(({ id }) => id) }),
    Promise.all(others.map(({ id }) => hasPaid(ctx, id))),
  ]);
  return others.flatMap(({ id }, index) =>
    havePaid[index]
      ? [
          {
            id,
            /** The account here that they belong to; null if none. */
            userId: known.get(id)?.userId ?? null,
            url: dashboardUrl(ctx.config.stripe.mode, `customers/${id}`),
          },
        ]
      : [],
  );
}

async function hasPaid(ctx: Ctx, customer: string): Promise<boolean> {
  const { data } = await ctx.stripe.charges.list({ customer, limit: 10 }, shortTimeout);
  return data.some(({ status }) => status === "succeeded");
}
