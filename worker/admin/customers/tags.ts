import { deleteTag, insertTag, listTags, selectTags, MAX_TAGS } from "../../account/store-tags.ts";
import { recordChangeIfApplied } from "../../audit/record-change.ts";
import type { Ctx, UserCtx } from "../../context.ts";
import { commit } from "../../db/client.ts";
import { fail, failAt } from "../../errors.ts";
import { findUserStatus } from "../../identity/store-profile.ts";
import { listCountries } from "../../purchases/customer-figures/store.ts";
import { requireHigherRole } from "../../identity/team/require-higher-role.ts";

/** More than a list of filters can show. */
const MAX_LISTED = 250;

/** Returns what the list of customers can be narrowed by: the tags and countries in use, in alphabetical order. */
export async function listFilterValues(ctx: Ctx) {
  const [tags, countries] = await Promise.all([
    listTags(ctx.db, MAX_LISTED),
    listCountries(ctx.db, ctx.config.stripe.mode, MAX_LISTED),
  ]);
  return { tags, countries };
}

/**
 * Tags a customer. A tag that they have changes nothing.
 * @throws `not_found` for an unknown or deleted account; `invalid_input` above `MAX_TAGS`; as `requireHigherRole`
 */
export async function addTag(ctx: UserCtx, input: { userId: string; tag: string }): Promise<void> {
  const { userId, tag } = input;
  await requireHigherRole(ctx, input);
  const [inserted] = await commit(ctx.db, [
    insertTag(input),
    recordChangeIfApplied(ctx, { action: "tag.added", targetId: userId, after: { tag } }),
  ]);
  if (inserted?.meta.changes !== 0) return;
  const status = await findUserStatus(ctx.db, userId);
  if (status === undefined || status === "deleted")
    throw fail("not_found", { reason: "no such account" });
  const tags = await selectTags(ctx.db, userId);
  if (!tags.some((own) => own.tag === tag))
    throw failAt("tag", `A customer can have up to ${MAX_TAGS} tags.`);
}

/** Takes a tag from a customer. Without it, nothing changes. @throws as `requireHigherRole` */
export async function removeTag(
  ctx: UserCtx,
  input: { userId: string; tag: string },
): Promise<void> {
  const { userId, tag } = input;
  await requireHigherRole(ctx, input);
  await commit(ctx.db, [
    deleteTag(ctx.db, input),
    recordChangeIfApplied(ctx, { action: "tag.removed", targetId: userId, before: { tag } }),
  ]);
}
