import type { Ctx } from "../../context.ts";
import { PAGE_SIZE, type Page, type PageInput } from "../../db/page-cursor.ts";
import {
  listDeliveriesOfEndpoint,
  type DeliveryStatus,
  type ListedDelivery,
} from "./deliveries.query.ts";
import { findNewestSequence } from "./feed.query.ts";
import { closeScan, openScan } from "./scan-page.ts";
import { findEndpoint } from "./endpoints.query.ts";
import { fail } from "../../errors.ts";

/**
 * Lists the deliveries of an endpoint, newest event first.
 * @throws `not_found` for an unknown endpoint, `invalid_input` if the cursor is of another list
 */
export async function listDeliveries(
  ctx: Ctx,
  input: PageInput & { endpointId: string; status?: DeliveryStatus | undefined },
): Promise<Page<ListedDelivery>> {
  const { endpointId, status, cursor, limit = PAGE_SIZE } = input;
  if (!(await findEndpoint(ctx.db, ctx.config.stripe.mode, endpointId))) throw fail("not_found");
  const newest = await findNewestSequence(ctx.db);
  const isBounded = status === "pending" || status === "delivered";
  const window = openScan({ cursor, newest, isBounded });
  const filter = { endpointId, status, limit: limit + 1 };
  return closeScan(await listDeliveriesOfEndpoint(ctx.db, { ...filter, ...window }), limit, window);
}
