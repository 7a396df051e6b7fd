import Stripe from "stripe";
import type { Ctx } from "../../context.ts";
import { DAY, SECOND } from "../../lib/time.ts";
import { completeInvoice, completeLines } from "./write-e-invoice.ts";

/** A range of times in unix milliseconds: from `since`, and before `until`. */
type Span = { since: number; until: number };

const PAGE_SIZE = 100;
/** Stripe lists invoices by the time when they were created. A draft may wait that long before it is issued. */
const LONGEST_DRAFT_MS = 31 * DAY;
const MOST_ATTEMPTS = 6;

/**
 * Lists all invoices of the account that were issued in a time or paid with a payment then, and some more, newest first,
 * with all their lines. One page is in memory at a time, and one request is under way.
 */
export async function* listInvoicesAround(
  ctx: Ctx,
  { since, until }: Span,
): AsyncGenerator<Stripe.Invoice[]> {
  const created = toRange({ since: since - LONGEST_DRAFT_MS, until });
  const pages = listPages(ctx, (page) =>
    ctx.stripe.invoices.list({ ...page, created, expand: ["data.payments"] }),
  );
  for await (const invoices of pages)
    yield await Promise.all(invoices.map((invoice) => completeInvoice(ctx, invoice)));
}

/** Lists all credit notes of a time with all their lines and their invoices, newest first, in the same way. */
export async function* listCreditNotes(ctx: Ctx, span: Span): AsyncGenerator<Stripe.CreditNote[]> {
  const { creditNotes } = ctx.stripe;
  const pages = listPages(ctx, (page) =>
    creditNotes.list({ ...page, created: toRange(span), expand: ["data.invoice.payments"] }),
  );
  for await (const notes of pages)
    yield await Promise.all(
      notes.map((note) => completeLines(note, (...list) => creditNotes.listLineItems(...list))),
    );
}

/** Lists all refunds of a time, newest first, in the same way. */
export const listRefunds = (ctx: Ctx, span: Span): AsyncGenerator<Stripe.Refund[]> =>
  listPages(ctx, (page) => ctx.stripe.refunds.list({ ...page, created: toRange(span) }));

async function* listPages<Item extends { id: string }>(
  ctx: Ctx,
  list: (page: Stripe.PaginationParams) => Promise<{ data: Item[]; has_more: boolean }>,
): AsyncGenerator<Item[]> {
  let page: Stripe.PaginationParams = { limit: PAGE_SIZE };
  for (;;) {
    const { data, has_more: hasMore } = await waitForTurn(ctx, () => list(page));
    yield data;
    const last = data.at(-1);
    if (!hasMore || !last) return;
    page = { limit: PAGE_SIZE, starting_after: last.id };
  }
}

/** Asks Stripe, and again after a while as long as its rate limit refuses. */
export async function waitForTurn<Answer>(ctx: Ctx, ask: () => Promise<Answer>): Promise<Answer> {
  for (let attempt = 1; ; attempt++)
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripeRateLimitError) || attempt === MOST_ATTEMPTS)
        throw error;
      await ctx.wait(2 ** attempt * SECOND);
    }
}

const toRange = ({ since, until }: Span) => ({ gte: since / SECOND, lt: until / SECOND });
