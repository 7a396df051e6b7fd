import type { Ctx } from "../../context.ts";
import {
  decodeCursor,
  PAGE_SIZE,
  toPage,
  type Page,
  type PageInput,
} from "../../db/page-cursor.ts";
import { findCustomerId } from "../../sync/customer/find-customer-id.ts";
import {
  findEventWithPerson,
  listArrivals,
  listOfCustomer,
  type EventStatus,
  type ListedEvent,
} from "./store-admin.ts";

export type ShownEvent = Omit<ListedEvent, "rowid" | "dirtySeq">;

/**
 * What Stripe has sent, newest first by arrival.
 * @param input.search an event's id, or whose they are: `cus_…`, `cst_…`, an email; what is nobody's finds nothing
 */
export async function listEvents(
  ctx: Ctx,
  input: PageInput & { status?: EventStatus | undefined; search?: string | undefined },
): Promise<Page<ShownEvent>> {
  const { status, search, limit = PAGE_SIZE } = input;
  const { mode } = ctx.config.stripe;
  const cursor = input.cursor === undefined ? undefined : decodeCursor(input.cursor);
  if (search?.startsWith("evt_")) {
    const event = await findEventWithPerson(ctx.db, mode, search);
    return { items: event ? [show(event)] : [], nextCursor: null };
  }
  if (search === undefined) {
    const beforeRowid = cursor && Number(cursor.value);
    const rows = await listArrivals(ctx.db, { mode, status, beforeRowid, limit: limit + 1 });
    return shownPage(rows, limit, ({ rowid, id }) => ({ value: rowid, id }));
  }
  const customerId = await findCustomerId(ctx, { search });
  if (customerId === null) return { items: [], nextCursor: null };
  const before = cursor && { dirtySeq: Number(cursor.value), rowid: Number(cursor.id) };
  const rows = await listOfCustomer(ctx.db, { customerId, status, before, limit: limit + 1 });
  return shownPage(rows, limit, ({ dirtySeq, rowid }) => ({
    value: dirtySeq ?? 0,
    id: String(rowid),
  }));
}

function shownPage(...page: Parameters<typeof toPage<ListedEvent>>): Page<ShownEvent> {
  const { items, nextCursor } = toPage(...page);
  return { items: items.map(show), nextCursor };
}

function show(event: ListedEvent): ShownEvent {
  const { id, type, status, attempts, error, createdAt, receivedAt } = event;
  const { customerId, userId, userName, userEmail } = event;
  return {
    id,
    type,
    status,
    attempts,
    error,
    createdAt,
    receivedAt,
    customerId,
    userId,
    userName,
    userEmail,
  };
}
