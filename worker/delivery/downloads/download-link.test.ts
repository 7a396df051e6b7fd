import { afterEach, describe, expect, test, vi } from "vitest";
import { HOUR, MINUTE } from "../../lib/time.ts";
import { countsOf, sellFile } from "../../testing/downloads.ts";
import { openTestShop } from "../../testing/shop.ts";
import { newBuyer, openBrowser } from "../../testing/sign-in.ts";
import { freezeRevocations, unfreezeRevocations } from "../../sync/sweeps/freeze-revocations.ts";
import { archiveFile, withdrawVersion } from "../../admin/files/edit-file.ts";

const shop = openTestShop();

const pass = (milliseconds: number) =>
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + milliseconds });

async function expectRefusal(response: Response, status: number, code: string) {
  expect([response.status, await response.json()]).toMatchObject([status, { code }]);
}

afterEach(() => void vi.useRealTimers());

describe("a link", () => {
  test("gives its person the bytes, for five minutes", async () => {
    const file = await sellFile(shop, "the whole handbook");
    const holder = await file.newHolder();
    const answer = await holder.fetch(`/api/me/downloads/${file.versionId}/links`, {
      method: "POST",
    });
    expect(answer.status).toBe(201);
    const { url, expiresAt } = await answer.json<{ url: string; expiresAt: number }>();
    expect(expiresAt - Date.now()).toBeGreaterThan(4.9 * MINUTE);
    pass(4.9 * MINUTE);
    expect(await (await holder.fetch(url)).text()).toBe("the whole handbook");
    pass(0.2 * MINUTE);
    await expectRefusal(await holder.fetch(url), 410, "link_expired");
  });

  test("cannot be moved to another person, even one who owns the same", async () => {
    const file = await sellFile(shop);
    const [holder, other] = [await file.newHolder(), await file.newHolder()];
    await expectRefusal(await other.fetch(await holder.link()), 404, "not_found");
  });

  test("asks a visitor to sign in", async () => {
    const file = await sellFile(shop);
    const url = await (await file.newHolder()).link();
    const visitor = openBrowser({ env: shop.env });
    await expectRefusal(await visitor.fetch(url), 401, "unauthenticated");
  });

  test("is nothing once a character of it is changed", async () => {
    const file = await sellFile(shop);
    const holder = await file.newHolder();
    const url = await holder.link();
    const start = url.lastIndexOf("/") + 1;
    for (let at = start; at < url.length; at++) {
      const changed = url[at] === "1" ? "2" : "1";
      const altered = url.slice(0, at) + changed + url.slice(at + 1);
      expect((await holder.fetch(altered)).status).toBe(404);
    }
    for (const altered of [`${url}1`, url.slice(0, -1), `${url.slice(0, start)}..`])
      expect((await holder.fetch(altered)).status).toBe(404);
  });

  test("outlives the rotation of the secret it was signed with, once", async () => {
    const file = await sellFile(shop);
    const holder = await file.newHolder();
    const url = await holder.link();
    const at = (secrets: { AUTH_SECRET: string; AUTH_SECRET_PREVIOUS?: string }) =>
      openBrowser({ jar: holder.jar, env: { ...shop.env, ...secrets } });
    const next = "another secret of more than 32 characters";
    const rotated = at({ AUTH_SECRET: next, AUTH_SECRET_PREVIOUS: shop.env.AUTH_SECRET });
    expect((await rotated.fetch(url)).status).toBe(200);
    expect((await at({ AUTH_SECRET: next }).fetch(url)).status).toBe(404);
  });

  test("is given to nobody without access, and for nothing unknown", async () => {
    const file = await sellFile(shop);
    const stranger = await newBuyer({ env: shop.env });
    for (const id of [file.versionId, file.fileId, "fiv_00000000000000000000000000", "x"]) {
      const path = `/api/me/downloads/${id}/links`;
      await expectRefusal(await stranger.fetch(path, { method: "POST" }), 404, "not_found");
    }
  });

  test("that ends badly in a browser leads to the library, which says why", async () => {
    const file = await sellFile(shop);
    const [holder, other] = [await file.newHolder(), await file.newHolder()];
    const url = await holder.link();
    const navigation = { headers: { accept: "text/html,application/xhtml+xml,*/*;q=0.8" } };
    expect((await holder.fetch(url, navigation)).status).toBe(200);
    const moved = await other.fetch(url, navigation);
    expect(moved.headers.get("location")).toBe("/library?download=not_found");
    pass(6 * MINUTE);
    const late = await holder.fetch(url, navigation);
    expect([late.status, late.headers.get("location")]).toEqual([
      303,
      "/library?download=link_expired",
    ]);
  });
});

describe("between the link and the download", () => {
  test.each([
    ["access was revoked", (holder: Holder) => holder.change({ revokedAt: Date.now() })],
    ["access ended", (holder: Holder) => holder.change({ endsAt: Date.now() - 1 })],
    [
      "the version was withdrawn",
      (_: Holder, file: Sold) => withdrawVersion(shop.ctx(), { id: file.versionId }),
    ],
    [
      "the file was archived",
      (_: Holder, file: Sold) => archiveFile(shop.ctx(), { id: file.fileId }),
    ],
  ])("%s: it is not found", async (_, happen) => {
    const file = await sellFile(shop);
    const holder = await file.newHolder();
    const url = await holder.link();
    await happen(holder, file);
    await expectRefusal(await holder.fetch(url), 404, "not_found");
  });

  test("access ended while revocations are frozen: it goes on", async () => {
    const file = await sellFile(shop);
    const holder = await file.newHolder();
    await holder.change({ endsAt: Date.now() + MINUTE });
    await freezeRevocations(shop.ctx());
    pass(HOUR);
    expect((await holder.fetch(await holder.link())).status).toBe(200);
    await unfreezeRevocations(shop.ctx());
    await expectRefusal(
      await holder.fetch(`/api/me/downloads/${file.versionId}/links`, { method: "POST" }),
      404,
      "not_found",
    );
  });
});

describe("a download that was cut short", () => {
  test.each(["if-range", "if-match"])("goes on for a day with %s", async (header) => {
    const file = await sellFile(shop, "0123456789");
    const holder = await file.newHolder();
    const url = await holder.link();
    expect((await holder.fetch(url)).status).toBe(200);
    const rest = { headers: { range: "bytes=6-", [header]: `"${file.sha256}"` } };
    pass(23 * HOUR);
    const resumed = await holder.fetch(url, rest);
    expect([resumed.status, await resumed.text()]).toEqual([206, "6789"]);
    await expectRefusal(await holder.fetch(url), 410, "link_expired");
    pass(HOUR + MINUTE);
    await expectRefusal(await holder.fetch(url, rest), 410, "link_expired");
  });

  test("does not go on without the tag of these very bytes", async () => {
    const file = await sellFile(shop);
    const holder = await file.newHolder();
    const url = await holder.link();
    await holder.fetch(url);
    pass(6 * MINUTE);
    const attempts: Record<string, string>[] = [
      { range: "bytes=6-" },
      { range: "bytes=6-", "if-range": '"other"' },
      { range: "bytes=6-", "if-range": `W/"${file.sha256}"` },
      { "if-range": `"${file.sha256}"` },
    ];
    for (const headers of attempts)
      await expectRefusal(await holder.fetch(url, { headers }), 410, "link_expired");
  });

  test("does not begin late: the tag is no secret", async () => {
    const file = await sellFile(shop);
    const holder = await file.newHolder();
    const url = await holder.link();
    pass(6 * MINUTE);
    const headers = { range: "bytes=0-", "if-range": `"${file.sha256}"` };
    await expectRefusal(await holder.fetch(url, { headers }), 410, "link_expired");
  });

  test("does not go on without access", async () => {
    const file = await sellFile(shop);
    const holder = await file.newHolder();
    const url = await holder.link();
    await holder.fetch(url);
    await holder.change({ revokedAt: Date.now() });
    const headers = { range: "bytes=6-", "if-range": `"${file.sha256}"` };
    await expectRefusal(await holder.fetch(url, { headers }), 404, "not_found");
  });
});

describe("downloads are counted", () => {
  test("once for each link, whatever it is asked for and however often", async () => {
    const file = await sellFile(shop, "0123456789");
    const holder = await file.newHolder();
    const counts = () => countsOf(shop, file.versionId, holder.userId);
    const url = await holder.link();
    await holder.fetch(url, { method: "HEAD" });
    await holder.fetch(url, { headers: { "if-none-match": `"${file.sha256}"` } });
    await holder.fetch(url, { headers: { range: "bytes=10-" } });
    expect(await counts()).toEqual({ all: 0, theirs: null });
    for (const range of ["bytes=0-3", "bytes=4-7", "bytes=8-"])
      await (await holder.fetch(url, { headers: { range } })).text();
    await (await holder.fetch(url)).text();
    expect(await counts()).toEqual({ all: 1, theirs: 1 });
    pass(1000);
    await (await holder.fetch(await holder.link())).text();
    expect(await counts()).toEqual({ all: 2, theirs: 2 });
  });

  test("once when parts are asked for at the same moment", async () => {
    const file = await sellFile(shop, "0123456789");
    const holder = await file.newHolder();
    const url = await holder.link();
    await Promise.all(
      [0, 2, 4, 6, 8].map(async (from) =>
        (await holder.fetch(url, { headers: { range: `bytes=${from}-${from + 1}` } })).text(),
      ),
    );
    expect(await countsOf(shop, file.versionId, holder.userId)).toEqual({ all: 1, theirs: 1 });
  });

  test("by person", async () => {
    const file = await sellFile(shop);
    const [one, two] = [await file.newHolder(), await file.newHolder()];
    for (const holder of [one, two]) await (await holder.fetch(await holder.link())).text();
    expect(await countsOf(shop, file.versionId, one.userId)).toEqual({ all: 2, theirs: 1 });
  });
});

test("access is checked in one statement, by indexes alone", async () => {
  const queries: { query: string; values: unknown[] }[] = [];
  const prepare = (query: string) => {
    const statement = shop.env.DB.prepare(query);
    const bind = statement.bind.bind(statement);
    statement.bind = (...values) => (queries.push({ query, values }), bind(...values));
    return statement;
  };
  const file = await sellFile(shop);
  const holder = await file.newHolder();
  const url = await holder.link();
  const counting = { ...shop.env, DB: { prepare, batch: shop.env.DB.batch.bind(shop.env.DB) } };
  const browser = openBrowser({ jar: holder.jar, env: counting as unknown as Env });
  expect((await browser.fetch(url)).status).toBe(200);
  const [access, ...more] = queries.filter(({ query }) => /^select.*"file_versions"/.test(query));
  expect(more).toEqual([]);
  const plan = await shop.env.DB.prepare(`EXPLAIN QUERY PLAN ${access!.query}`)
    .bind(...access!.values)
    .all<{ detail: string }>();
  expect(plan.results.filter(({ detail }) => detail.startsWith("SCAN"))).toEqual([]);
});

type Sold = Awaited<ReturnType<typeof sellFile>>;
type Holder = Awaited<ReturnType<Sold["newHolder"]>>;
