import type { Ctx } from "../../context.ts";
import { fail } from "../../errors.ts";
import {
  findUser,
  listUserIdsByEmailPrefix,
  listUserIdsByNamePrefix,
} from "../../sync/customer/store.ts";

/** The maximum number of users that one search considers. */
const MAX_USERS = 100;

/** `isTruncated`: more users match, and a longer search text is needed to see them. */
export type FoundUserIds = { ids: string[]; isTruncated: boolean };

/** Finds users whose email or name starts with the search text. Case-insensitive. */
export async function searchUserIds(ctx: Ctx, input: { search: string }): Promise<FoundUserIds> {
  const limit = MAX_USERS + 1;
  const [byEmail, byName] = await Promise.all([
    listUserIdsByEmailPrefix(ctx.db, input.search.toLowerCase(), limit),
    listUserIdsByNamePrefix(ctx.db, input.search, limit),
  ]);
  const ids = [...new Set([...byEmail, ...byName].map(({ id }) => id))];
  return { ids: ids.slice(0, MAX_USERS), isTruncated: ids.length > MAX_USERS };
}

/** A user as the team's lists and pages name them. */
export type UserSummary = { id: string; name: string | null; email: string | null };

/**
 * Returns the name and email of a user.
 * @throws `not_found`
 */
export async function findUserSummary(ctx: Ctx, input: { userId: string }): Promise<UserSummary> {
  const user = await findUser(ctx.db, input.userId);
  if (!user) throw fail("not_found", { reason: "no such user" });
  return user;
}
