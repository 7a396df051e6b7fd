import { recordChange } from "../../audit/record-change.ts";
import type { NewBenefit, SavedBenefit } from "../../delivery/benefits/benefit-schema.ts";
import type { Benefit } from "../../catalog/benefit.ts";
import { listProductsOfBenefits } from "../../catalog/store-deliverable-benefits.ts";
import { deleteProductBenefit, setProductBenefitPositions } from "../../catalog/store-editing.ts";
import {
  insertBenefit,
  insertProductBenefit,
  listBenefitsById,
  listOwnBenefits,
} from "../../catalog/store.ts";
import type { Ctx } from "../../context.ts";
import type { Statement } from "../../db/client.ts";
import { fail, failAt } from "../../errors.ts";
import { refreshKeyFeatures } from "../../identity/keys/store-features.ts";
import { newId } from "../../lib/ids.ts";
import { prepareCustomersResync } from "../../sync/catalog/resync-customers.ts";
import { continueFeedWalk, restartFeedWalk } from "../../sync/feed/walk-feed.ts";
import { readTranslations, writeTranslations } from "../../translations/edit-translations.ts";
import { prepareBenefitEdit, type BenefitEdit } from "./benefit-edits.ts";
import { preparePages } from "./benefit-pages.ts";

/**
 * Returns the writes that give a product exactly these benefits, in this order. Users who have the product get the
 * added ones. Those who have a removed one only through this product lose it; the benefit itself stays, with its keys,
 * files and pages. An edited benefit changes for all products that have it: grants use the new settings immediately,
 * and issued license keys keep their limits.
 * @param input.entries all benefits
 * @param input.isNew nobody has the product, and its creation is recorded as a whole
 * @throws `not_found` for an unknown benefit or page; `edit_conflict` if an edited one was changed in the meantime;
 *   `invalid_input` for another type
 */
export async function prepareBenefitChanges(
  ctx: Ctx,
  {
    productId,
    entries,
    isNew = false,
  }: { productId: string; entries: SavedBenefit[]; isNew?: boolean },
): Promise<ProductChanges> {
  const [before, texts] = await Promise.all([
    isNew ? [] : listOwnBenefits(ctx.db, productId),
    readTranslations(
      ctx,
      entries.flatMap(({ id, version }) => (id !== undefined && version !== undefined ? [id] : [])),
    ),
  ]);
  const known = await findKnownBenefits(ctx, before, entries);
  const takenSlugs = new Set<string>();
  const ids: string[] = [];
  const guards: Statement[] = [];
  const statements: Statement[] = [];
  const edited: BenefitEdit[] = [];
  for (const [position, entry] of entries.entries()) {
    const { id, benefit, translations } = entry;
    const existing = id === undefined ? undefined : known.get(id);
    if (id !== undefined && !existing) throw fail("not_found", { reason: "no such benefit" });
    const benefitId = existing?.id ?? newId("bnf", ctx.now);
    ids.push(benefitId);
    if (existing && (benefit || translations)) {
      const current = texts.get(benefitId);
      const edit = prepareBenefitEdit(ctx, existing, { entry, current, position });
      guards.push(...edit.guards);
      statements.push(...edit.statements);
      if (edit.after) edited.push(edit);
    } else if (benefit)
      statements.push(
        insertNewBenefit(ctx, { id: benefitId, benefit }),
        ...writeTranslations(ctx, {
          action: "benefit.updated",
          targetId: benefitId,
          before: undefined,
          after: translations,
        }),
      );
    if (!before.some((each) => each.id === benefitId))
      statements.push(
        insertProductBenefit(ctx.db, { productId, benefitId, position }),
        ...(isNew
          ? []
          : [recordAddition(ctx, { productId, benefitId, benefit: benefit ?? existing })]),
      );
    if (benefit) statements.push(...(await preparePages(ctx, { benefitId, benefit, takenSlugs })));
  }
  const removed = before.filter(({ id }) => !ids.includes(id));
  const isMembershipChanged =
    removed.length > 0 || ids.some((id) => !before.some((each) => each.id === id));
  statements.push(
    ...removed.flatMap((benefit) => unlinkBenefit(ctx, { productId, benefit })),
    ...(isNew ? [] : arrangeBenefits(ctx, { productId, before: before.map(({ id }) => id), ids })),
    ...(isMembershipChanged || edited.length > 0 ? [refreshKeyFeatures(ctx.db)] : []),
  );
  const walksFeed = edited.some(({ after }) => after?.type === "feature");
  const resync =
    isMembershipChanged && !isNew ? prepareCustomersResync(ctx, { productId }) : undefined;
  return {
    guards,
    benefitIds: ids,
    isMembershipChanged,
    statements: [
      ...statements,
      ...(walksFeed ? [restartFeedWalk(ctx)] : []),
      ...(resync?.statements ?? []),
    ],
    otherProductIds: await listOtherProducts(ctx, productId, edited),
    async afterCommit() {
      await resync?.enqueue();
      // In a small shop, this is the whole walk. Cron continues a longer one.
      if (walksFeed) ctx.defer(continueFeedWalk(ctx, { pages: 1 }));
    },
  };
}

/** Returns the row of a new benefit. Its pages have their own. */
function insertNewBenefit(
  ctx: Ctx,
  { id, benefit }: { id: string; benefit: NewBenefit },
): Statement {
  const { type, name, settings } = benefit;
  return insertBenefit(ctx.db, { id, type, name, settings, createdAt: ctx.now });
}

async function findKnownBenefits(
  ctx: Ctx,
  before: Benefit[],
  entries: SavedBenefit[],
): Promise<Map<string, Benefit>> {
  const ids = entries.flatMap(({ id }) => id ?? []);
  if (new Set(ids).size < ids.length)
    throw failAt("benefits", "Each benefit can be added only once.");
  const others = ids.filter((id) => !before.some((each) => each.id === id));
  const found = others.length > 0 ? await listBenefitsById(ctx.db, others) : [];
  return new Map([...before, ...found].map((benefit) => [benefit.id, benefit]));
}

function recordAddition(
  ctx: Ctx,
  input: {
    productId: string;
    benefitId: string;
    benefit: Pick<Benefit, "type" | "name"> | undefined;
  },
): Statement {
  const { productId, benefitId: id, benefit } = input;
  const after = { id, type: benefit?.type, name: benefit?.name };
  return recordChange(ctx, { action: "benefit.added", targetId: productId, after });
}

function unlinkBenefit(
  ctx: Ctx,
  { productId, benefit }: { productId: string; benefit: Benefit },
): Statement[] {
  const { id, type, name } = benefit;
  return [
    deleteProductBenefit(ctx.db, { productId, benefitId: id }),
    recordChange(ctx, {
      action: "benefit.removed",
      targetId: productId,
      before: { id, type, name },
    }),
  ];
}

/** Sets the positions. It is recorded only if benefits that stay changed their order. */
function arrangeBenefits(
  ctx: Ctx,
  { productId, before, ids }: { productId: string; before: string[]; ids: string[] },
): Statement[] {
  if (before.join() === ids.join()) return [];
  const stayedBefore = before.filter((id) => ids.includes(id));
  const stayedAfter = ids.filter((id) => before.includes(id));
  const isReordered = stayedBefore.join() !== stayedAfter.join();
  return [
    setProductBenefitPositions(ctx.db, { productId, benefitIds: ids }),
    ...(isReordered
      ? [
          recordChange(ctx, {
            action: "benefit.reordered",
            targetId: productId,
            before: { benefits: stayedBefore },
            after: { benefits: stayedAfter },
          }),
        ]
      : []),
  ];
}

async function listOtherProducts(
  ctx: Ctx,
  productId: string,
  edited: BenefitEdit[],
): Promise<string[]> {
  if (edited.length === 0) return [];
  const products = await listProductsOfBenefits(
    ctx.db,
    edited.map(({ before }) => before.id),
  );
  return [...new Set(products.map(({ id }) => id))].filter((id) => id !== productId);
}

/** What a part of a saved product writes, and what follows after the commit. */
export type ProductChanges = {
  /** They abort the batch if something was changed in the meantime, so they are its first statements. */
  guards: Statement[];
  statements: Statement[];
  /** All benefits of the product afterwards, in order. */
  benefitIds: string[];
  /** Whether a benefit was added or removed. */
  isMembershipChanged: boolean;
  /** Other products that show what changed. */
  otherProductIds: string[];
  afterCommit: () => Promise<void>;
};
