import type { StripeClient } from "../../stripe/client.ts";
import type { Ctx } from "../../context.ts";
import { isResourceMissing } from "../../stripe/classify-error.ts";
import { firstIdAt } from "../../lib/ids.ts";
import { MINUTE, SECOND } from "../../lib/time.ts";
import { listLinkedStripeCustomers } from "../customer/store.ts";
import { toDrift, type Finding } from "./store.ts";

const PAGE_SIZE = 100;
/** How far the creation times at Stripe and in our row may differ for Stripe's list to include the customer. */
const CREATION_TOLERANCE_MS = 5 * MINUTE;
/**
 * The maximum number of customers listed from Stripe for one of our pages. The list can be longer during a rush, or if
 * other systems use the account.
 */
const MAX_LISTED = 5 * PAGE_SIZE;
/** The maximum number of customers retrieved by id per page. */
const MAX_RETRIEVED = 20;

/** The finding that a customer of ours was deleted at Stripe. */
export const toDeletion = (customerId: string, stripeCustomerId: string): Finding =>
  toDrift(customerId, stripeCustomerId, "was deleted at Stripe");

/**
 * Finds deleted customers on a page of our customers. No list at Stripe reports deletions, and a customer with orders
 * only appears in no other phase of the sweep. Stripe's list of customers created in the same period shows who still
 * exists; the rest are retrieved by id, since a list may be incomplete. Only an explicit `deleted` counts: an unknown
 * id belongs to another Stripe account.
 *
 * 100 customers take one or two requests, so 100,000 take about 1,500. At worst, a page takes 25 sequential requests, well below Stripe's limit of 100 per second (test mode:
 * 25). Customers whose row is much older than their Stripe customer take one request each.
 * @param input.after our customer id to continue after
 * @param input.from only customers whose row was created since, and before `input.to` (Unix seconds)
 * @returns `last` is the id to continue after, or null at the end
 */
export async function findDeletedStripeCustomers(
  ctx: Ctx,
  input: { after: string | null; from?: number; to?: number },
): Promise<{ findings: Finding[]; checked: number; last: string | null }> {
  const { after, from = 0, to = Infinity } = input;
  const listed = await listLinkedStripeCustomers(ctx.db, {
    mode: ctx.config.stripe.mode,
    afterId: after ?? firstIdAt("cst", from * SECOND),
    limit: PAGE_SIZE,
  });
  // Ids sort by time.
  const end = to === Infinity ? null : firstIdAt("cst", to * SECOND);
  const page = end === null ? listed : listed.filter(({ id }) => id < end);
  const listedIds = await listIdsCreatedNear(ctx.stripe, page);
  const findings: Finding[] = [];
  let checked = 0;
  let retrieved = 0;
  for (const { id, stripeCustomerId } of page) {
    if (!listedIds.has(stripeCustomerId)) {
      if (retrieved === MAX_RETRIEVED) break;
      retrieved++;
      if (await isDeleted(ctx.stripe, stripeCustomerId))
        findings.push(toDeletion(id, stripeCustomerId));
    }
    checked++;
  }
  const isAtEnd = page.length < PAGE_SIZE && checked === page.length;
  return { findings, checked, last: isAtEnd ? null : (page[checked - 1]?.id ?? null) };
}

/** Lists the customers that Stripe created around the same time as these rows, until all of them are found. */
async function listIdsCreatedNear(
  stripe: StripeClient,
  rows: { stripeCustomerId: string; createdAt: number }[],
): Promise<Set<string>> {
  const listedIds = new Set<string>();
  if (rows.length === 0) return listedIds;
  const times = rows.map(({ createdAt }) => createdAt);
  const created = {
    gte: Math.floor((Math.min(...times) - CREATION_TOLERANCE_MS) / SECOND),
    lte: Math.ceil((Math.max(...times) + CREATION_TOLERANCE_MS) / SECOND),
  };
  const unseenIds = new Set(rows.map(({ stripeCustomerId }) => stripeCustomerId));
  for await (const { id } of stripe.customers.list({ created, limit: PAGE_SIZE })) {
    listedIds.add(id);
    unseenIds.delete(id);
    if (unseenIds.size === 0 || listedIds.size === MAX_LISTED) break;
  }
  return listedIds;
}

async function isDeleted(stripe: StripeClient, stripeCustomerId: string): Promise<boolean> {
  try {
    return (await stripe.customers.retrieve(stripeCustomerId)).deleted === true;
  } catch (error) {
    if (isResourceMissing(error)) return false;
    throw error;
  }
}
