import type { Ctx } from "../../context.ts";
import {
  decodeCursor,
  PAGE_SIZE,
  toPage,
  type Page,
  type PageInput,
} from "../../db/page-cursor.ts";
import { findCustomerId } from "../../sync/customer/find-stripe-customers.ts";
import {
  findEventWithUser,
  listEventsByArrival,
  listEventsOfCustomer,
  type EventStatus,
  type ListedEvent,
} from "./events.query.ts";
import { payloadRemovedAtOf } from "./show-event.ts";

export type EventSummary = Omit<ListedEvent, "rowid" | "dirtySeq">;

/**
 * Lists events from Stripe by arrival, newest first.
 * @param input.search an event's id, or the customer's `cus_…`, `cst_…` or email. An unknown one finds nothing.
 */
export async function listEvents(
  ctx: Ctx,
  input: PageInput & { status?: EventStatus | undefined; search?: string | undefined },
): Promise<Page<EventSummary>> {
  const { status, search, limit = PAGE_SIZE } = input;
  const { mode } = ctx.config.stripe;
  const cursor = decodeCursor(input.cursor);
  if (search?.startsWith("evt_")) {
    const event = await findEventWithUser(ctx.db, mode, search);
    return { items: event ? [toEventSummary(ctx, event)] : [], nextCursor: null };
  }
  if (search === undefined) {
    const beforeRowid = cursor && Number(cursor.value);
    const rows = await listEventsByArrival(ctx.db, { mode, status, beforeRowid, limit: limit + 1 });
    return toSummaryPage(ctx, rows, limit, ({ rowid, id }) => ({ value: rowid, id }));
  }
  const customerId = await findCustomerId(ctx, { search });
  if (customerId === null) return { items: [], nextCursor: null };
  const before = cursor && { dirtySeq: Number(cursor.value), rowid: Number(cursor.id) };
  const rows = await listEventsOfCustomer(ctx.db, { customerId, status, before, limit: limit + 1 });
  return toSummaryPage(ctx, rows, limit, ({ dirtySeq, rowid }) => ({
    value: dirtySeq ?? 0,
    id: String(rowid),
  }));
}

function toSummaryPage(
  ctx: Ctx,
  ...page: Parameters<typeof toPage<ListedEvent>>
): Page<EventSummary> {
  const { items, nextCursor } = toPage(...page);
  return { items: items.map((event) => toEventSummary(ctx, event)), nextCursor };
}

function toEventSummary(ctx: Ctx, listed: ListedEvent): EventSummary {
  const { rowid: _rowid, dirtySeq: _dirtySeq, ...event } = listed;
  return { ...event, payloadRemovedAt: payloadRemovedAtOf(ctx, event) };
}
