import type { Ctx } from "../../context.ts";
import { MAX_PAGE_SIZE } from "../../db/page-cursor.ts";
import type { LeftOutReason } from "../../db/schema/customer-messages.ts";
import { findAudience, type RecipientsPage } from "../../email/messages/queue-listed-page.ts";
import type { MessageRow } from "../../email/messages/store.ts";
import { idsOf } from "../../lib/rows.ts";
import { listCustomers } from "../customers/list-customers.ts";
import { filtersOfRecipients } from "./schema.ts";

/** Pages that are counted: each takes a few queries, and D1 limits how many a request may make. */
const COUNTED_PAGES = 100;

/**
 * Lists a page of those for whom a message is, as the list of customers shows them now.
 * @param from where the page begins; empty for the first one
 * @throws if the list of customers has no such filters, for example those of an older version
 */
export async function listRecipients(
  ctx: Ctx,
  { recipients, userId }: Pick<MessageRow, "recipients" | "userId">,
  from: string,
): Promise<RecipientsPage> {
  if (recipients.of === "customer") return { userIds: userId === null ? [] : [userId], next: null };
  const { items, nextCursor } = await listCustomers(ctx, {
    ...(recipients.of === "product"
      ? ({ product: recipients.productId, who: "active" } as const)
      : filtersOfRecipients.parse(recipients.filters)),
    cursor: from === "" ? undefined : from,
    limit: MAX_PAGE_SIZE,
  });
  return { userIds: idsOf(items), next: nextCursor };
}

/** How many get a message, and how many it leaves out, by reason. `isMore`: there are more, which are not counted. */
export type RecipientCount = {
  count: number;
  leftOut: Partial<Record<LeftOutReason, number>>;
  isMore: boolean;
};

/** Counts those who would get a message now. */
export async function countRecipients(
  ctx: Ctx,
  message: Pick<MessageRow, "recipients" | "userId" | "purpose">,
): Promise<RecipientCount> {
  const counted: RecipientCount = { count: 0, leftOut: {}, isMore: true };
  let from = "";
  for (let pages = 0; pages < COUNTED_PAGES; pages++) {
    const { userIds, next } = await listRecipients(ctx, message, from);
    const audience = await findAudience(ctx, { purpose: message.purpose, userIds });
    counted.count += audience.userIds.length;
    for (const [reason, count] of audience.leftOut)
      counted.leftOut[reason] = (counted.leftOut[reason] ?? 0) + count;
    if (next === null) return { ...counted, isMore: false };
    from = next;
  }
  return counted;
}
