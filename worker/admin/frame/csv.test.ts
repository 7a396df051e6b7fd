import { env } from "cloudflare:workers";
import { describe, expect, test } from "vitest";
import type { Role } from "../../shared/roles.ts";
import { insertRows } from "../../testing/fill/insert-rows.ts";
import { openTestShop } from "../../testing/shop.ts";
import { createSignedInUser } from "../../testing/clients/sign-in.ts";
import { CSV_PAGE_SIZE, streamCsv } from "./csv.ts";

const exportPaths: [name: string, path: string, role: Role][] = [
  ["customers", "/api/admin/customers/export", "support"],
  ["orders", "/api/admin/orders/export", "support"],
  ["subscriptions", "/api/admin/subscriptions/export", "support"],
  ["licenses", "/api/admin/licenses/csv", "support"],
];

type Entry = { targetId: string; after: string };
const listExports = async (userId: string) =>
  (
    await env.DB.prepare(
      "SELECT target_id AS targetId, after FROM audit_entries WHERE action = 'list.exported' AND actor_id = ? ORDER BY id",
    )
      .bind(userId)
      .all<Entry>()
  ).results.map(({ targetId, after }) => [targetId, JSON.parse(after)]);

describe("an export", () => {
  test.each(exportPaths)("an export of %s asks for a fresh sign-in", async (_, path, role) => {
    const member = await createSignedInUser({ role });
    await env.DB.prepare("UPDATE sessions SET authenticated_at = ? WHERE id = ?")
      .bind(Date.now() - 11 * 60_000, member.sessionId)
      .run();
    const response = await member.fetch(path);
    expect(await response.json()).toMatchObject({ status: 403, code: "sign_in_again" });
    expect(await listExports(member.userId)).toEqual([]);
  });

  test.each(exportPaths)("an export of %s is in the audit log", async (name, path, role) => {
    const member = await createSignedInUser({ role });
    const lines = (await (await member.fetch(path)).text()).trim().split("\r\n");
    expect(await listExports(member.userId)).toEqual([
      [name, expect.objectContaining({ isComplete: true, rows: expect.any(Number) })],
    ]);
    expect(lines.length).toBeGreaterThan(0);
  });

  test("an export is recorded with who, what and how many rows, but not with an email that was searched", async () => {
    const mark = `exp${crypto.randomUUID().slice(0, 8)}`;
    await insertRows(
      "users (id, name, email, role, status, created_at, updated_at)",
      `printf('usr_${mark.slice(3)}%018d', i), 'Name', printf('${mark}-%04d@example.com', i), 'buyer', 'active', i, i`,
      { from: 1, to: 12 },
    );
    const member = await createSignedInUser({ role: "support" });
    await (await member.fetch(`/api/admin/customers/export?search=${mark}`)).text();
    expect(await listExports(member.userId)).toEqual([
      ["customers", { rows: 12, isComplete: true, search: "…" }],
    ]);
  });

  test("an export that is cut off is recorded with the rows that were read", async () => {
    const shop = openTestShop();
    const userId = await shop.createUser();
    const ctx = shop.asUser(userId, Date.now(), "support");
    const deferred: Promise<unknown>[] = [];
    const response = streamCsv(
      { ...ctx, defer: (work) => void deferred.push(work) },
      {
        name: "numbers",
        columns: { number: (item: number) => item },
        filters: {},
        fetchPage: async () => ({ items: Array<number>(CSV_PAGE_SIZE).fill(1), nextCursor: "x" }),
      },
    );
    const reader = response.body!.getReader();
    for (let chunks = 0; chunks < 4; chunks++) await reader.read();
    await reader.cancel();
    await Promise.all(deferred);
    const [[name, after] = []] = await listExports(userId);
    expect(name).toBe("numbers");
    expect(after).toMatchObject({ isComplete: false });
    expect((after as { rows: number }).rows).toBeGreaterThanOrEqual(CSV_PAGE_SIZE);
  });
});

describe("a cell", () => {
  async function exportCell(text: string): Promise<string> {
    const shop = openTestShop();
    const response = streamCsv(shop.asUser(await shop.createUser()), {
      name: "cells",
      columns: { text: (item: string) => item },
      filters: {},
      fetchPage: async () => ({ items: [text], nextCursor: null }),
    });
    return (await response.text()).slice("text\r\n".length, -"\r\n".length);
  }

  test.each([
    "=1+1",
    "+1",
    "-1+1",
    "-9.00;=1+1",
    "-1\n=1",
    "- 1",
    "@SUM(1)",
    "\t=1",
    "\r=1",
    ";=1+1",
    "; =1+1",
    " =1+1",
    "\u3000=1+1",
    "\uff1d1+1",
    "\uff0b1",
    "\uff0d1",
    "\uff20SUM(1)",
  ])("a cell that starts like a formula is text: %j", async (text) => {
    expect(await exportCell(text)).toBe(`"'${text}"`);
  });

  test("a cell with a semicolon stays one cell where semicolons separate cells", async () => {
    expect(await exportCell("Ann;=1+1")).toBe('"Ann;=1+1"');
  });

  test.each(["-9.00", "-129", "-0.5", "-1234567.89"])(
    "a cell with a negative amount is a number: %s",
    async (text) => expect(await exportCell(text)).toBe(text),
  );

  test.each(["Ann", "a-b", "1+1", "ann@example.com", "a = b"])(
    "a cell with plain text stays as it is: %s",
    async (text) => expect(await exportCell(text)).toBe(text),
  );
});
