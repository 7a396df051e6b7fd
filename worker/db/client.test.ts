import { env } from "cloudflare:workers";
import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { recordChange } from "../audit/record-change.ts";
import { openTestShop } from "../testing/shop.ts";
import { abortUnless, commit, matches } from "./client.ts";
import { users } from "./schema/account.ts";
import { gifts } from "./schema/grants.ts";

const shop = openTestShop();

const rename = (userId: string, name: string) =>
  shop.ctx().db.update(users).set({ name }).where(eq(users.id, userId));

async function readName(userId: string): Promise<string | null> {
  const row = await env.DB.prepare("SELECT name FROM users WHERE id = ?").bind(userId).first<{
    name: string | null;
  }>();
  return row?.name ?? null;
}

async function countEntries(userId: string): Promise<number | null> {
  return env.DB.prepare("SELECT count(*) AS n FROM audit_entries WHERE target_id = ?")
    .bind(userId)
    .first<number>("n");
}

test("a change and its audit entry are written together", async () => {
  const { db } = shop.ctx();
  const userId = await shop.createUser();
  const entry = recordChange(shop.ctx(), { action: "team_member.updated", targetId: userId });
  await commit(db, [rename(userId, "After"), entry]);
  expect([await readName(userId), await countEntries(userId)]).toEqual(["After", 1]);
});

test.each(["before", "after"])(
  "nothing changes if the audit entry fails, written %s the change",
  async (place) => {
    const { db } = shop.ctx();
    const userId = await shop.createUser();
    await commit(db, [rename(userId, "Before")]);
    // Without an action, the entry violates a constraint of its table.
    const entry = recordChange(shop.ctx(), { action: null as never, targetId: userId });
    const change = rename(userId, "After");
    await expect(
      commit(db, place === "before" ? [entry, change] : [change, entry]),
    ).rejects.toThrow("NOT NULL constraint failed: audit_entries.action");
    expect([await readName(userId), await countEntries(userId)]).toEqual(["Before", 0]);
  },
);

test("a guard whose condition is false aborts the batch", async () => {
  const { db } = shop.ctx();
  const userId = await shop.createUser();
  await commit(db, [rename(userId, "Before")]);
  const isOwner = eq(users.role, "owner");
  const guard = () => abortUnless(users.role, isOwner, eq(users.id, userId));
  await expect(commit(db, [rename(userId, "After"), guard()])).rejects.toThrow("NOT NULL");
  expect(await readName(userId)).toBe("Before");
  await commit(db, [db.update(users).set({ role: "owner" }).where(eq(users.id, userId)), guard()]);
  await commit(db, [rename(userId, "After"), guard()]);
  expect(await readName(userId)).toBe("After");
});

test("a column that accepts NULL is refused as a guard", () => {
  expect(() => abortUnless(gifts.endedAt, sql`FALSE`, undefined)).toThrow("accepts NULL");
});

test("a statement in plain SQL keeps its parameters, and its rows come back", async () => {
  const { db } = shop.ctx();
  const userId = await shop.createUser();
  const [updated] = await commit(db, [
    sql`UPDATE users SET name = ${"Ann"} WHERE id = ${userId} RETURNING name`,
  ]);
  expect(updated?.results).toEqual([{ name: "Ann" }]);
});

test("rows match by all of the given columns, and null stands for NULL", async () => {
  const { db } = shop.ctx();
  const id = await shop.createUser();
  await commit(db, [db.update(users).set({ name: null, locale: "de" }).where(eq(users.id, id))]);
  const find = (values: { name: string | null; locale: string }) =>
    db
      .select({ id: users.id })
      .from(users)
      .where(matches(users, { id, ...values }))
      .get();
  expect(await find({ name: null, locale: "de" })).toEqual({ id });
  expect(await find({ name: null, locale: "fr" })).toBeUndefined();
  expect(await find({ name: "Ann", locale: "de" })).toBeUndefined();
});

test("an empty list makes no call", async () => {
  const { db } = shop.ctx();
  expect(await commit(db, [])).toEqual([]);
});
