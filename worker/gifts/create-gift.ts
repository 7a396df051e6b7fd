import { findUserStatus } from "../identity/store-profile.ts";
import { identifyActor, type Ctx } from "../context.ts";
import { commit, type Statement } from "../db/client.ts";
import { fail, failAt } from "../errors.ts";
import { newId } from "../lib/ids.ts";
import { GIFT_KINDS, recordEvents } from "../feed/record-events.ts";
import { requireHigherRole } from "../identity/team/require-higher-role.ts";
import { recordChange } from "../audit/record-change.ts";
import { mapProductSummaries } from "../catalog/map-product-summaries.ts";
import { reportTeamChange } from "../email/team/report-team-change.ts";
import { listProductIds } from "../catalog/list-product-ids.ts";
import { prepareGift } from "./prepare-gift.ts";
import type { NewGift } from "./schema.ts";
import { type GiftRow } from "../access/store.ts";

/** How many of a product, such as seats, a member with the role support may give at once. */
const MAX_QUANTITY_OF_SUPPORT = 10;

/**
 * Gives a user the benefits of a product without payment. The gift and its grants are one batch; Stripe is not called.
 * @param input parsed by `newGift`
 * @param extraStatements returns statements for the same batch
 * @throws `not_found` for an unknown user or product, `invalid_input` for an end that is not in the future, or more
 *   than support may give; as `requireHigherRole`, so below owner nobody gives anything to themselves
 */
export async function createGift(
  ctx: Ctx,
  input: NewGift,
  extraStatements: (gift: GiftRow) => Statement[] = () => [],
): Promise<GiftRow> {
  const { userId, productId } = input;
  const [status, products] = await Promise.all([
    findUserStatus(ctx.db, userId),
    listProductIds(ctx),
  ]);
  if (status !== "active" || !products.has(productId))
    throw fail("not_found", { reason: "no such user or product" });
  assertInFuture(ctx, "endsAt", input.endsAt);
  assertMayGive(ctx, input);
  await requireHigherRole(ctx, { userId });
  const gift: GiftRow = {
    id: newId("cmp", ctx.now),
    userId,
    productId,
    mode: ctx.config.stripe.mode,
    quantity: input.quantity ?? 1,
    givenBy: identifyActor(ctx).id,
    note: input.note,
    message: input.message ?? "",
    giverName: null,
    createdAt: ctx.now,
    endsAt: input.endsAt ?? null,
    endedAt: null,
    seatOf: null,
    seatFreeAt: null,
    managesSeats: false,
    seatDomain: null,
    seatTakenBack: false,
  };
  const prepared = await prepareGift(ctx, gift);
  // The note is left out: audit entries outlive the account, and the note may contain personal data.
  const { quantity, endsAt } = gift;
  await commit(ctx.db, [
    ...prepared.statements,
    recordChange(ctx, {
      action: "gift.given",
      targetId: gift.id,
      after: { userId, productId, quantity, endsAt },
    }),
    ...extraStatements(gift),
    ...recordEvents(ctx, { userId, kinds: GIFT_KINDS }),
  ]);
  prepared.sendEmail();
  await reportGiftBySupport(ctx, gift);
  return gift;
}

/** Limits what support may give at once. @throws `invalid_input` */
export function assertMayGive(ctx: Ctx, { quantity = 1 }: { quantity?: number | undefined }): void {
  if (isSupport(ctx) && quantity > MAX_QUANTITY_OF_SUPPORT)
    throw failAt("quantity", `Support can give up to ${MAX_QUANTITY_OF_SUPPORT}. Ask an admin.`);
}

/** Tells the owners of a gift by support, after its commit. */
export async function reportGiftBySupport(
  ctx: Ctx,
  { id, productId, quantity }: Pick<GiftRow, "id" | "productId" | "quantity">,
): Promise<void> {
  if (!isSupport(ctx)) return;
  const product = (await mapProductSummaries(ctx, { ids: [productId] })).get(productId);
  const what = `${product?.name ?? productId}${quantity > 1 ? ` × ${quantity}` : ""}`;
  await reportTeamChange(ctx, { event: "gift", id, what });
}

const isSupport = ({ actor }: Ctx) => actor.type === "user" && actor.role === "support";

/**
 * Requires a time after now.
 * @param time unix milliseconds; undefined is accepted
 * @throws `invalid_input` naming the field
 */
export function assertInFuture(ctx: Ctx, path: string, time: number | undefined): void {
  if (time !== undefined && time <= ctx.now) throw failAt(path, "Choose a date in the future.");
}
