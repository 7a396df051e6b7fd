import { afterEach, describe, expect, test, vi } from "vitest";
import { HOUR, MINUTE } from "../../lib/time.ts";
import { countDownloads, createFileProduct } from "../../testing/fixtures/downloads.ts";
import { openTestShop } from "../../testing/shop.ts";
import { createSignedInUser, openBrowser } from "../../testing/clients/sign-in.ts";
import { startOutageMode, endOutageMode } from "../../sync/sweeps/outage-mode.ts";
import { archiveFile, withdrawVersion } from "../../admin/files/edit-file.ts";

const shop = openTestShop();

const advanceTime = (milliseconds: number) =>
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + milliseconds });

async function expectRefusal(response: Response, status: number, code: string) {
  expect([response.status, await response.json()]).toMatchObject([status, { code }]);
}

afterEach(() => void vi.useRealTimers());

describe("a download link", () => {
  test("a download link sends its user the bytes for five minutes", async () => {
    const file = await createFileProduct(shop, "the whole handbook");
    const user = await file.createUserWithAccess();
    const answer = await user.fetch(`/api/me/downloads/${file.versionId}/links`, {
      method: "POST",
    });
    expect(answer.status).toBe(201);
    const { url, expiresAt } = await answer.json<{ url: string; expiresAt: number }>();
    expect(expiresAt - Date.now()).toBeGreaterThan(4.9 * MINUTE);
    advanceTime(4.9 * MINUTE);
    expect(await (await user.fetch(url)).text()).toBe("the whole handbook");
    advanceTime(0.2 * MINUTE);
    await expectRefusal(await user.fetch(url), 410, "link_expired");
  });

  test("a download link returns 404 to another user, even one with access to the same file", async () => {
    const file = await createFileProduct(shop);
    const [user, other] = [await file.createUserWithAccess(), await file.createUserWithAccess()];
    await expectRefusal(await other.fetch(await user.link()), 404, "not_found");
  });

  test("a download link returns 401 to a visitor", async () => {
    const file = await createFileProduct(shop);
    const url = await (await file.createUserWithAccess()).link();
    const visitor = openBrowser({ env: shop.env });
    await expectRefusal(await visitor.fetch(url), 401, "unauthenticated");
  });

  test("a download link returns 404 if any character of it is changed", async () => {
    const file = await createFileProduct(shop);
    const user = await file.createUserWithAccess();
    const url = await user.link();
    const start = url.lastIndexOf("/") + 1;
    for (let at = start; at < url.length; at++) {
      const changed = url[at] === "1" ? "2" : "1";
      const altered = url.slice(0, at) + changed + url.slice(at + 1);
      expect((await user.fetch(altered)).status).toBe(404);
    }
    for (const altered of [`${url}1`, url.slice(0, -1), `${url.slice(0, start)}..`])
      expect((await user.fetch(altered)).status).toBe(404);
  });

  test("still works after one rotation of the secret, but not after two", async () => {
    const file = await createFileProduct(shop);
    const user = await file.createUserWithAccess();
    const url = await user.link();
    const at = (secrets: { AUTH_SECRET: string; AUTH_SECRET_PREVIOUS?: string }) =>
      openBrowser({ jar: user.jar, env: { ...shop.env, ...secrets } });
    const next = "another secret of more than 32 characters";
    const rotated = at({ AUTH_SECRET: next, AUTH_SECRET_PREVIOUS: shop.env.AUTH_SECRET });
    expect((await rotated.fetch(url)).status).toBe(200);
    expect((await at({ AUTH_SECRET: next }).fetch(url)).status).toBe(404);
  });

  test("a download link is not created without access or for an unknown version", async () => {
    const file = await createFileProduct(shop);
    const stranger = await createSignedInUser({ env: shop.env });
    for (const id of [file.versionId, file.fileId, "fiv_00000000000000000000000000", "x"]) {
      const path = `/api/me/downloads/${id}/links`;
      await expectRefusal(await stranger.fetch(path, { method: "POST" }), 404, "not_found");
    }
  });

  test("a download link that fails in a browser redirects to the library with the error code", async () => {
    const file = await createFileProduct(shop);
    const [user, other] = [await file.createUserWithAccess(), await file.createUserWithAccess()];
    const url = await user.link();
    const navigation = { headers: { accept: "text/html,application/xhtml+xml,*/*;q=0.8" } };
    expect((await user.fetch(url, navigation)).status).toBe(200);
    const moved = await other.fetch(url, navigation);
    expect(moved.headers.get("location")).toBe("/library?download=not_found");
    advanceTime(6 * MINUTE);
    const late = await user.fetch(url, navigation);
    expect([late.status, late.headers.get("location")]).toEqual([
      303,
      "/library?download=link_expired",
    ]);
  });
});

describe("if, after the link was created,", () => {
  test.each([
    ["access was revoked", (user: FileUser) => user.change({ revokedAt: Date.now() })],
    ["access ended", (user: FileUser) => user.change({ endsAt: Date.now() - 1 })],
    [
      "the version was withdrawn",
      (_: FileUser, file: Sold) => withdrawVersion(shop.ctx(), { id: file.versionId }),
    ],
    [
      "the file was archived",
      (_: FileUser, file: Sold) => archiveFile(shop.ctx(), { id: file.fileId }),
    ],
  ])("a download returns 404 if, after the link was created, %s", async (_, revokeAccess) => {
    const file = await createFileProduct(shop);
    const user = await file.createUserWithAccess();
    const url = await user.link();
    await revokeAccess(user, file);
    await expectRefusal(await user.fetch(url), 404, "not_found");
  });

  test("a download works until outage mode ends if access ended during it", async () => {
    const file = await createFileProduct(shop);
    const user = await file.createUserWithAccess();
    await user.change({ endsAt: Date.now() + MINUTE });
    await startOutageMode(shop.ctx());
    advanceTime(HOUR);
    expect((await user.fetch(await user.link())).status).toBe(200);
    await endOutageMode(shop.ctx());
    await expectRefusal(
      await user.fetch(`/api/me/downloads/${file.versionId}/links`, { method: "POST" }),
      404,
      "not_found",
    );
  });
});

describe("an interrupted download", () => {
  test.each(["if-range", "if-match"])(
    "an interrupted download can be resumed for 24 hours with %s",
    async (header) => {
      const file = await createFileProduct(shop, "0123456789");
      const user = await file.createUserWithAccess();
      const url = await user.link();
      expect((await user.fetch(url)).status).toBe(200);
      const rest = { headers: { range: "bytes=6-", [header]: `"${file.sha256}"` } };
      advanceTime(23 * HOUR);
      const resumed = await user.fetch(url, rest);
      expect([resumed.status, await resumed.text()]).toEqual([206, "6789"]);
      await expectRefusal(await user.fetch(url), 410, "link_expired");
      advanceTime(HOUR + MINUTE);
      await expectRefusal(await user.fetch(url, rest), 410, "link_expired");
    },
  );

  test("an interrupted download can't be resumed without the entity tag of the same version", async () => {
    const file = await createFileProduct(shop);
    const user = await file.createUserWithAccess();
    const url = await user.link();
    await user.fetch(url);
    advanceTime(6 * MINUTE);
    const attempts: Record<string, string>[] = [
      { range: "bytes=6-" },
      { range: "bytes=6-", "if-range": '"other"' },
      { range: "bytes=6-", "if-range": `W/"${file.sha256}"` },
      { "if-range": `"${file.sha256}"` },
    ];
    for (const headers of attempts)
      await expectRefusal(await user.fetch(url, { headers }), 410, "link_expired");
  });

  test("a player gets other parts of a file for 24 hours, but can't start with an expired link", async () => {
    const file = await createFileProduct(shop, "0123456789", { contentType: "audio/mpeg" });
    const user = await file.createUserWithAccess();
    const url = `${await user.link()}?show`;
    const play = (range: string) => user.fetch(url, { headers: { range } });
    expect((await play("bytes=0-")).status).toBe(206);
    advanceTime(23 * HOUR);
    expect(await (await play("bytes=4-5")).text()).toBe("45");
    await expectRefusal(await user.fetch(url), 410, "link_expired");
    const late = `${await user.link()}?show`;
    advanceTime(6 * MINUTE);
    const headers = { range: "bytes=0-" };
    await expectRefusal(await user.fetch(late, { headers }), 410, "link_expired");
  });

  test("an interrupted download can't be started with an expired link, even with the right entity tag", async () => {
    const file = await createFileProduct(shop);
    const user = await file.createUserWithAccess();
    const url = await user.link();
    advanceTime(6 * MINUTE);
    const headers = { range: "bytes=0-", "if-range": `"${file.sha256}"` };
    await expectRefusal(await user.fetch(url, { headers }), 410, "link_expired");
  });

  test("an interrupted download can't be resumed after access was revoked", async () => {
    const file = await createFileProduct(shop);
    const user = await file.createUserWithAccess();
    const url = await user.link();
    await user.fetch(url);
    await user.change({ revokedAt: Date.now() });
    const headers = { range: "bytes=6-", "if-range": `"${file.sha256}"` };
    await expectRefusal(await user.fetch(url, { headers }), 404, "not_found");
  });
});

describe("the download count", () => {
  test("the download count increases by one per link, for any number of requests that send bytes", async () => {
    const file = await createFileProduct(shop, "0123456789");
    const user = await file.createUserWithAccess();
    const counts = () => countDownloads(shop, file.versionId, user.userId);
    const url = await user.link();
    await user.fetch(url, { method: "HEAD" });
    await user.fetch(url, { headers: { "if-none-match": `"${file.sha256}"` } });
    await user.fetch(url, { headers: { range: "bytes=10-" } });
    expect(await counts()).toEqual({ total: 0, byUser: null });
    for (const range of ["bytes=0-3", "bytes=4-7", "bytes=8-"])
      await (await user.fetch(url, { headers: { range } })).text();
    await (await user.fetch(url)).text();
    expect(await counts()).toEqual({ total: 1, byUser: 1 });
    advanceTime(1000);
    await (await user.fetch(await user.link())).text();
    expect(await counts()).toEqual({ total: 2, byUser: 2 });
  });

  test("the download count increases by one for five concurrent range requests", async () => {
    const file = await createFileProduct(shop, "0123456789");
    const user = await file.createUserWithAccess();
    const url = await user.link();
    await Promise.all(
      [0, 2, 4, 6, 8].map(async (from) =>
        (await user.fetch(url, { headers: { range: `bytes=${from}-${from + 1}` } })).text(),
      ),
    );
    expect(await countDownloads(shop, file.versionId, user.userId)).toEqual({
      total: 1,
      byUser: 1,
    });
  });

  test("the download count is kept per user and in total", async () => {
    const file = await createFileProduct(shop);
    const [one, two] = [await file.createUserWithAccess(), await file.createUserWithAccess()];
    for (const user of [one, two]) await (await user.fetch(await user.link())).text();
    expect(await countDownloads(shop, file.versionId, one.userId)).toEqual({ total: 2, byUser: 1 });
  });
});

test("a download checks access with one statement that scans no table", async () => {
  const queries: { query: string; values: unknown[] }[] = [];
  const prepare = (query: string) => {
    const statement = shop.env.DB.prepare(query);
    const bind = statement.bind.bind(statement);
    statement.bind = (...values) => (queries.push({ query, values }), bind(...values));
    return statement;
  };
  const file = await createFileProduct(shop);
  const user = await file.createUserWithAccess();
  const url = await user.link();
  const counting = { ...shop.env, DB: { prepare, batch: shop.env.DB.batch.bind(shop.env.DB) } };
  const browser = openBrowser({ jar: user.jar, env: counting as unknown as Env });
  expect((await browser.fetch(url)).status).toBe(200);
  const [access, ...more] = queries.filter(({ query }) => /^select.*"file_versions"/.test(query));
  expect(more).toEqual([]);
  const plan = await shop.env.DB.prepare(`EXPLAIN QUERY PLAN ${access!.query}`)
    .bind(...access!.values)
    .all<{ detail: string }>();
  expect(plan.results.filter(({ detail }) => detail.startsWith("SCAN"))).toEqual([]);
});

type Sold = Awaited<ReturnType<typeof createFileProduct>>;
type FileUser = Awaited<ReturnType<Sold["createUserWithAccess"]>>;
