import { env } from "cloudflare:workers";
import { describe, expect, test } from "vitest";
import { auditActions } from "../audit/actions.ts";
import { auditRules } from "../testing/audited/audit-rules.ts";
import type { Asked, Change } from "../testing/audited/change.ts";
import { openTestShop } from "../testing/shop.ts";
import { newBuyer } from "../testing/sign-in.ts";

/** Written by what nobody asks the console for: Stripe's side, a sign-in, an answer that did not come. */
const byNoRoute = [
  "order.refund_unanswered",
  "product.changed_at_stripe",
  "subscription.refund_unanswered",
  "team_member.joined",
];

const changes = Object.entries(auditRules).flatMap(([route, rule]) =>
  typeof rule === "string" ? [] : [rule].flat().map((change) => [route, change] as const),
);
const named = changes.map(
  ([route, change]) => [route, change.writes.join(" and "), change] as const,
);

/** An owner of a shop who is about to make this change. */
async function openChange(route: string, { prepare, mails }: Change) {
  const shop = openTestShop({ mails });
  const owner = await newBuyer({ role: "owner", env: shop.env });
  const asked = await prepare(shop);
  return { owner, send: () => owner.fetch(...requestOf(route, asked)) };
}

function requestOf(route: string, { at = {}, query, json, bytes }: Asked) {
  const [method = "", pattern = ""] = route.split(" ");
  const path = pattern.replaceAll(/:(\w+)/g, (_, name: string) => at[name] ?? `no ${name}`);
  const init: RequestInit = { method };
  if (json) {
    init.headers = { "content-type": "application/json" };
    init.body = JSON.stringify(json);
  }
  if (bytes !== undefined) init.body = bytes;
  return [query ? `${path}?${new URLSearchParams(query)}` : path, init] as const;
}

/** Every row there is, by table. */
async function readEverything(): Promise<Map<string, string>> {
  const { results: tables } = await env.DB.prepare(
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_cf%' ESCAPE '\\'",
  ).all<{ name: string }>();
  const read = await env.DB.batch(
    tables.map(({ name }) => env.DB.prepare(`SELECT * FROM ${name}`)),
  );
  return new Map(tables.map(({ name }, at) => [name, JSON.stringify(read[at]!.results)]));
}

describe("a change by an owner is in the audit log", () => {
  test.each(named)("%s: %s", async (route, _, change) => {
    const { owner, send } = await openChange(route, change);
    const { ok } = await send();
    const { results } = await env.DB.prepare(
      "SELECT action, actor_type AS actorType FROM audit_entries WHERE actor_id = ? ORDER BY rowid",
    )
      .bind(owner.userId)
      .all();
    const entries = change.writes.map((action) => ({ action, actorType: "user" }));
    expect([ok, results]).toEqual([true, entries]);
  });
});

describe("where the entry cannot be written nothing is changed", () => {
  test.each(named)("%s: %s", async (route, _, change) => {
    const { send } = await openChange(route, change);
    const before = await readEverything();
    await env.DB.prepare(
      "CREATE TRIGGER no_log BEFORE INSERT ON audit_entries BEGIN SELECT RAISE(ABORT, 'no log'); END",
    ).run();
    const { status } = await send();
    await env.DB.prepare("DROP TRIGGER no_log").run();
    const after = await readEverything();
    const changed = [...after.keys()].filter((table) => after.get(table) !== before.get(table));
    expect(changed.filter((table) => !change.before.includes(table))).toEqual([]);
    expect(status).toBe(500);
  });
});

test("every action of the log is some change's", () => {
  const written = [...changes.flatMap(([, change]) => change.writes), ...byNoRoute];
  expect([...new Set(written)].toSorted()).toEqual([...auditActions]);
});
