import type { Ctx } from "../../context.ts";
import { fail } from "../../errors.ts";
import { findUser, listUserIdsByEmail, listUserIdsByName } from "../../sync/customer/store.ts";

/** The most people that one search looks at. */
const MOST_PEOPLE = 100;

/** Who was found. `isCut`: there are more, and more of the email or name must be given to see them. */
export type FoundPeople = { ids: string[]; isCut: boolean };

/** People whose email or name begins so, in any case. */
export async function findPeople(ctx: Ctx, input: { search: string }): Promise<FoundPeople> {
  const limit = MOST_PEOPLE + 1;
  const [byEmail, byName] = await Promise.all([
    listUserIdsByEmail(ctx.db, input.search.toLowerCase(), limit),
    listUserIdsByName(ctx.db, input.search, limit),
  ]);
  const ids = [...new Set([...byEmail, ...byName].map(({ id }) => id))];
  return { ids: ids.slice(0, MOST_PEOPLE), isCut: ids.length > MOST_PEOPLE };
}

/** Somebody as a list or a page of the team names them. */
export type Person = { id: string; name: string | null; email: string | null };

/** @throws `not_found` */
export async function findPerson(ctx: Ctx, input: { userId: string }): Promise<Person> {
  const person = await findUser(ctx.db, input.userId);
  if (!person) throw fail("not_found", { reason: "no such person" });
  return person;
}
