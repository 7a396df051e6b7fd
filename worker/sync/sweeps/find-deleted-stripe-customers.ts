import Stripe from "stripe";
import type { Ctx } from "../../context.ts";
import { MINUTE, SECOND } from "../../lib/time.ts";
import { listLinkedCustomers } from "../customer/list-linked-stripe-customers.ts";
import type { Finding } from "./store.ts";

const PAGE = 100;
/** How far from our claim Stripe's time of creation may lie for its list to show the customer. */
const SLACK_MS = 5 * MINUTE;
/** The most customers of Stripe's list that are looked at for a page of ours: a rush, or somebody else's in the account. */
const SHOWN_AT_MOST = 5 * PAGE;
/** The most customers that a page asks for one by one. */
const ASKED_AT_MOST = 20;

/**
 * A page of our own customers: who of them was deleted at Stripe. No list of Stripe's says so, and a customer who has
 * orders alone shows nowhere else. Stripe's list of the customers made in the same time says who is there; the rest are
 * asked for by id, since what a list lacks may still be there. Only Stripe's word "deleted" counts: an id that it does
 * not know is another account's.
 *
 * A hundred customers cost one or two reads, so 100,000 cost some 1,500 a night, spread over two hours by the pages that
 * one run may walk. At the very worst a page is 25 reads one after the other, far from Stripe's 100 (test mode: 25) a
 * second. Those claimed long before Stripe made them cost a read each, every night.
 * @param input.afterId our customer id to go on after
 * @returns `last`: null at the end
 */
export async function findDeletedCustomers(
  ctx: Ctx,
  input: { afterId: string | null },
): Promise<{ findings: Finding[]; checked: number; last: string | null }> {
  const page = await listLinkedCustomers(ctx, { afterId: input.afterId ?? "", limit: PAGE });
  const there = await idsOfTheTime(ctx.stripe, page);
  const findings: Finding[] = [];
  let checked = 0;
  let asked = 0;
  for (const { id, stripeCustomerId } of page) {
    if (!there.has(stripeCustomerId)) {
      if (asked === ASKED_AT_MOST) break;
      asked++;
      if (await isDeleted(ctx.stripe, stripeCustomerId)) {
        findings.push({
          kind: "drift",
          customerId: id,
          stripeObjectId: stripeCustomerId,
          detail: "was deleted at Stripe",
        });
      }
    }
    checked++;
  }
  const atEnd = page.length < PAGE && checked === page.length;
  return { findings, checked, last: atEnd ? null : (page[checked - 1]?.id ?? null) };
}

/** What Stripe's list shows of the time in which these were claimed, until all of them are seen. */
async function idsOfTheTime(
  stripe: Stripe,
  claimed: { stripeCustomerId: string; createdAt: number }[],
): Promise<Set<string>> {
  const shown = new Set<string>();
  if (claimed.length === 0) return shown;
  const times = claimed.map(({ createdAt }) => createdAt);
  const created = {
    gte: Math.floor((Math.min(...times) - SLACK_MS) / SECOND),
    lte: Math.ceil((Math.max(...times) + SLACK_MS) / SECOND),
  };
  const waiting = new Set(claimed.map(({ stripeCustomerId }) => stripeCustomerId));
  for await (const { id } of stripe.customers.list({ created, limit: PAGE })) {
    shown.add(id);
    waiting.delete(id);
    if (waiting.size === 0 || shown.size === SHOWN_AT_MOST) break;
  }
  return shown;
}

async function isDeleted(stripe: Stripe, stripeCustomerId: string): Promise<boolean> {
  try {
    return (await stripe.customers.retrieve(stripeCustomerId)).deleted === true;
  } catch (error) {
    const unknown =
      error instanceof Stripe.errors.StripeInvalidRequestError && error.code === "resource_missing";
    if (unknown) return false;
    throw error;
  }
}
