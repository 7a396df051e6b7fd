import { expect, test } from "vitest";
import { deleteAccount } from "../../account/delete-account.ts";
import { readPage } from "../../db/page-cursor.ts";
import { DAY } from "../../lib/time.ts";
import { removeOldRows } from "../../sync/health/remove-old-rows.ts";
import { createStatement } from "../../testing/fixtures/statements.ts";
import { openTestShop } from "../../testing/shop.ts";
import {
  countOpenStatements,
  findStatement,
  listStatements,
  unmatchedStatements,
  type StatementRow,
} from "./store.ts";

const shop = openTestShop();
const { db } = shop.ctx();
const find = (id: string) => findStatement(db, id, "test");

test("statements are listed page by page, newest first, by kind and state", async () => {
  const userId = await shop.createUser();
  const create = (receivedAt: number, more: Partial<StatementRow> = {}) =>
    createStatement(db, { userId, receivedAt, ...more });
  const openBefore = await countOpenStatements(db, "test");
  const first = await create(1);
  const refused = await create(2, { state: "refused" });
  const canceled = await create(2, { kind: "cancellation", cause: "ordinary" });
  const list = async (filter: Partial<Parameters<typeof listStatements>[1]>, limit = 20) => {
    const ids: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null;) {
      const page = await readPage(
        { cursor, limit },
        (window) => listStatements(db, { mode: "test", userId, ...filter }, window),
        ({ id, receivedAt }) => ({ value: receivedAt, id }),
      );
      ids.push(...page.items.map(({ id }) => id));
      cursor = page.nextCursor;
    }
    return ids;
  };
  const newest = [canceled, refused].toSorted().toReversed();
  expect(await list({}, 1)).toEqual([...newest, first]);
  expect(await list({ state: "open" })).toEqual([canceled, first]);
  expect(await list({ kind: "withdrawal", state: "refused" })).toEqual([refused]);
  expect(await list({ mode: "live" })).toEqual([]);
  expect(await countOpenStatements(db, "test")).toBe(openBefore + 2);
});

test("a deleted account leaves its statements without name, email and words", async () => {
  const email = `${crypto.randomUUID()}@example.com`;
  const userId = await shop.createUser(email);
  const words = { reason: "It broke", note: "Sorry, Mia" };
  const matched = await createStatement(db, { userId, orderId: "ord_1", ...words });
  // About no known contract, but with the email of the account.
  const unmatched = await createStatement(db, { email: email.toUpperCase(), ...words });
  const other = await createStatement(db, words);
  await deleteAccount(shop.asUser(userId));
  const erased = { name: "", email: "", contract: "", reason: null, note: null };
  expect(await find(matched)).toMatchObject({ ...erased, userId, orderId: "ord_1" });
  expect(await find(unmatched)).toMatchObject(erased);
  expect(await find(other)).toMatchObject({ name: "Mia Member", ...words });
});

test("after three years, statements about unknown contracts are deleted", async () => {
  const userId = await shop.createUser();
  const old = Date.now() - 3 * 365 * DAY - 1;
  const unmatched = await createStatement(db, { receivedAt: old });
  const matched = await createStatement(db, { receivedAt: old, userId });
  const younger = await createStatement(db, { receivedAt: old + DAY });
  await removeOldRows(shop.ctx(), [unmatchedStatements]);
  expect(await find(unmatched)).toBeUndefined();
  expect([await find(matched), await find(younger)]).not.toContain(undefined);
});
