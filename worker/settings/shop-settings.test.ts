import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, test } from "vitest";
import { emptyDatabase } from "../testing/database/empty-database.ts";
import { openTestShop } from "../testing/shop.ts";
import { openVisitor } from "../testing/clients/public-pages.ts";
import { createSignedInUser, openBrowser } from "../testing/clients/sign-in.ts";
import { previewEmail } from "../email/preview-email.ts";
import type { ShopSettings } from "./shop-settings.ts";

const put = (body: unknown) => ({
  method: "PUT",
  headers: { "content-type": "application/json" },
  body: JSON.stringify(body),
});
const details = { name: "North Light", line: "Prints by hand", supportEmail: "hi@example.com" };
const appearance = { accent: "#0b4f5c", accentDark: null, logoSaysName: false };
const PNG = Uint8Array.from(
  atob(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  ),
  (char) => char.charCodeAt(0),
);

type PublicShop = {
  name: string;
  logo: { url: string; saysName: boolean } | null;
  legal: string[];
};
const publicShop = async () => (await openBrowser().json<{ shop: PublicShop }>("/api/shop")).shop;
const entries = async (targetId: string) =>
  (
    await env.DB.prepare("SELECT action, before, after FROM audit_entries WHERE target_id = ?")
      .bind(targetId)
      .all<{ action: string; before: string; after: string }>()
  ).results;

beforeEach(emptyDatabase);

describe("the shop's details", () => {
  test("the details are the environment's until the owner changes them, in the storefront and in emails", async () => {
    const shop = openTestShop();
    const example = async () =>
      (await previewEmail(shop.ctx(), { example: "order", locale: "en" })).text;
    const before = await publicShop();
    expect(before.name).toBe(env.SHOP_NAME);
    expect(await example()).toContain(env.SHOP_NAME);

    const owner = await createSignedInUser({ role: "owner" });
    const saved = await owner.fetch("/api/admin/settings/shop", put(details));
    expect(await saved.json()).toMatchObject(details);
    expect(await publicShop()).toMatchObject(details);
    expect(await example()).toContain("North Light");
    expect(await example()).not.toContain(env.SHOP_NAME);
    const [entry] = await entries("shop");
    expect(entry?.action).toBe("settings.updated");
    expect(JSON.parse(entry!.before)).toMatchObject({ name: env.SHOP_NAME });
    expect(JSON.parse(entry!.after)).toEqual(details);
  });

  test.each([
    [{ ...details, name: " " }, "name"],
    [{ ...details, line: "x".repeat(201) }, "line"],
    [{ ...details, supportEmail: "me" }, "supportEmail"],
    [{ ...details, other: 1 }, ""],
    [{ timeZone: "Europe/Atlantis" }, "timeZone"],
    [{ timeZone: "+02:00" }, "timeZone"],
  ])("the details %j are refused at their field", async (body, path) => {
    const owner = await createSignedInUser({ role: "owner" });
    const response = await owner.fetch("/api/admin/settings/shop", put(body));
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({ fields: [{ path }] });
  });

  test("the time zone is saved alone, and keeps the name that another form saved", async () => {
    const owner = await createSignedInUser({ role: "owner" });
    await owner.fetch("/api/admin/settings/shop", put(details));
    const saved = await owner.fetch("/api/admin/settings/shop", put({ timeZone: "Asia/Tokyo" }));
    expect(await saved.json()).toMatchObject({ ...details, timeZone: "Asia/Tokyo" });
    const changes = (await entries("shop")).map(({ before, after }) => [before, after]);
    expect(changes).toContainEqual(['{"timeZone":null}', '{"timeZone":"Asia/Tokyo"}']);
  });

  test("the details and the appearance can be changed concurrently, and both changes are kept", async () => {
    const owner = await createSignedInUser({ role: "owner" });
    await Promise.all([
      owner.fetch("/api/admin/settings/shop", put(details)),
      owner.fetch("/api/admin/settings/look", put(appearance)),
    ]);
    const now = await owner.json<ShopSettings>("/api/admin/settings/shop");
    expect(now).toMatchObject({ name: "North Light", accent: "#0b4f5c" });
  });
});

describe("the accent", () => {
  test("the accent is in a publicly cacheable stylesheet", async () => {
    const owner = await createSignedInUser({ role: "owner" });
    const theme = async () => openBrowser().fetch("/api/shop/theme.css");
    expect(await (await theme()).text()).toBe("");
    await owner.fetch("/api/admin/settings/look", put(appearance));
    const response = await theme();
    expect(response.headers.get("content-type")).toBe("text/css; charset=utf-8");
    expect(response.headers.get("cache-control")).toContain("public");
    expect(await response.text()).toContain("--accent: light-dark(#0b4f5c, #");
  });

  test("an accent with too little contrast is refused, and the nearest readable color is accepted", async () => {
    const owner = await createSignedInUser({ role: "owner" });
    const path = "/api/admin/settings/look";
    const response = await owner.fetch(path, put({ ...appearance, accent: "#ffdd00" }));
    const problem = await response.json<{ fields: { path: string; message: string }[] }>();
    expect(response.status).toBe(422);
    expect(problem.fields).toEqual([
      { path: "accent", message: expect.stringMatching(/contrast of 1\.\d:1.+4\.5:1/) },
    ]);
    const nearest = /#\w{6}/.exec(problem.fields[0]!.message)![0];
    const verdict = await owner.json(`${path}/verdict?accent=${encodeURIComponent("#ffdd00")}`);
    expect(verdict).toMatchObject({ light: { passes: false, nearest }, dark: { passes: true } });
    expect((await owner.fetch(path, put({ ...appearance, accent: nearest }))).status).toBe(200);
    expect(await (await openBrowser().fetch("/api/shop/theme.css")).text()).toContain(nearest);
  });

  test("an accent for dark pages is checked against dark pages", async () => {
    const owner = await createSignedInUser({ role: "owner" });
    const path = "/api/admin/settings/look";
    const dark = await owner.fetch(path, put({ ...appearance, accentDark: "#0b4f5c" }));
    expect(await dark.json()).toMatchObject({ fields: [{ path: "accentDark" }] });
    expect((await owner.fetch(path, put({ ...appearance, accentDark: "#ffdd00" }))).status).toBe(
      200,
    );
  });

  test.each(["blue", "#12", "oklch(50% 0.1 220); } body { display: none"])(
    "an accent can't be %s",
    async (accent) => {
      const owner = await createSignedInUser({ role: "owner" });
      const response = await owner.fetch(
        "/api/admin/settings/look",
        put({ ...appearance, accent }),
      );
      expect(response.status).toBe(422);
    },
  );
});

describe("the logo", () => {
  const upload = (body: BodyInit, type = "image/png") => ({
    method: "PUT",
    headers: { "content-type": type },
    body,
  });
  const path = "/api/admin/settings/logo";

  test("a logo has a permanent URL and the content type of its bytes", async () => {
    const owner = await createSignedInUser({ role: "owner" });
    expect((await owner.fetch(path, upload(PNG, "text/html"))).status).toBe(200);
    const { logo } = await publicShop();
    expect(logo).toMatchObject({ url: expect.stringMatching(/^\/api\/shop\/logo\/\w{64}\.png$/) });
    const response = await openBrowser().fetch(logo!.url);
    expect(response.headers.get("content-type")).toBe("image/png");
    expect(response.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    expect(response.headers.get("x-content-type-options")).toBe("nosniff");
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(PNG);
    expect(await entries("shop")).toHaveLength(1);
  });

  test("a logo can be removed, and its old URL still works for open pages", async () => {
    const owner = await createSignedInUser({ role: "owner" });
    await owner.fetch(path, upload(PNG));
    const { url } = (await publicShop()).logo!;
    expect((await owner.fetch(path, { method: "DELETE" })).status).toBe(200);
    expect((await publicShop()).logo).toBeNull();
    const open = await openBrowser().fetch(url);
    expect(open.status).toBe(200);
    await open.arrayBuffer();
  });

  test.each([
    ["SVG", '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    ["HTML", "<!doctype html><script>alert(1)</script>"],
    ["a GIF", "GIF89a0000000000"],
    ["nothing", ""],
  ])("a logo can't be %s, whichever type is declared", async (_, body) => {
    const owner = await createSignedInUser({ role: "owner" });
    const response = await owner.fetch(path, upload(body));
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({ fields: [{ path: "logo" }] });
  });

  test("a logo can't be larger than 1 MB", async () => {
    const owner = await createSignedInUser({ role: "owner" });
    const large = new Uint8Array(1024 * 1024 + 1);
    large.set(PNG);
    expect((await owner.fetch(path, upload(large))).status).toBe(413);
  });

  test("route serves no other file of the bucket", async () => {
    await env.FILES.put("fil_secret/fiv_secret", "for sale");
    const found = await openBrowser().fetch("/api/shop/logo/..%2Ffil_secret%2Ffiv_secret");
    expect(found.status).toBe(422);
    expect((await openBrowser().fetch(`/api/shop/logo/${"0".repeat(64)}.png`)).status).toBe(404);
  });
});

describe("legal pages", () => {
  const texts = { terms: "# Terms\n\nBe **kind**.", privacy: "  ", refunds: "", imprint: "Us" };

  test("legal pages are public if they have a text, and contain no raw HTML", async () => {
    const owner = await createSignedInUser({ role: "owner" });
    const imprint = "Us <script>alert(1)</script>";
    await owner.fetch("/api/admin/settings/legal", put({ ...texts, imprint }));
    expect((await publicShop()).legal).toEqual(["terms", "imprint"]);
    const visitor = openBrowser();
    const terms = await visitor.json<{ html: string }>("/api/shop/legal/terms");
    expect(terms.html).toContain("<strong>kind</strong>");
    expect((await visitor.json<{ html: string }>("/api/shop/legal/imprint")).html).not.toContain(
      "<script",
    );
    expect((await visitor.fetch("/api/shop/legal/privacy")).status).toBe(404);
    expect((await visitor.fetch("/api/shop/legal/other")).status).toBe(422);
  });

  test("legal pages are not copied into the audit log, which records only that they changed", async () => {
    const owner = await createSignedInUser({ role: "owner" });
    await owner.fetch("/api/admin/settings/legal", put(texts));
    await owner.fetch("/api/admin/settings/legal", put({ ...texts, refunds: "30 days" }));
    const [, second] = await entries("legal");
    expect(JSON.parse(second!.after)).toEqual({ refunds: "7 characters" });
  });

  test("pages that came later are saved beside the first four, and stay if they are left out", async () => {
    const owner = await createSignedInUser({ role: "owner" });
    const path = "/api/admin/settings/legal";
    const later = { withdrawal: "Write to us.", japan: "海" };
    const templates = { withdrawal: "2026-11-26" };
    await owner.fetch(path, put({ ...texts, ...later, templates }));
    await owner.fetch(path, put(texts));
    expect(await owner.json(path)).toMatchObject({ ...texts, ...later, brazil: "", templates });
    expect((await publicShop()).legal).toEqual(["terms", "withdrawal", "imprint", "japan"]);
    // Earlier releases read this row, and refuse to with other pages in it.
    const row = await env.DB.prepare("SELECT value FROM settings WHERE name = 'legal'").first();
    expect(Object.keys(JSON.parse(String(row!["value"])))).toEqual(Object.keys(texts));
  });

  test.each([
    ["imprint", { imprint: "Us, [[Street]]" }],
    ["translations.de.japan", { translations: { de: { japan: "[[責任者の\n氏名]]" } } }],
  ])("a page with a gap of its template is refused at %s, and named", async (path, change) => {
    const owner = await createSignedInUser({ role: "owner" });
    const body = { ...texts, ...change };
    const response = await owner.fetch("/api/admin/settings/legal", put(body));
    expect(await response.json()).toMatchObject({
      fields: [{ path, message: expect.stringContaining("[[") }],
    });
  });

  test("legal pages that take too long to render are refused with an error on their field", async () => {
    const owner = await createSignedInUser({ role: "owner" });
    const body = { ...texts, terms: "*".repeat(2000) };
    const response = await owner.fetch("/api/admin/settings/legal", put(body));
    expect(await response.json()).toMatchObject({ fields: [{ path: "terms" }] });
  });
});

test("a chosen typeface is in the stylesheet, and each page loads it at once; no page does before", async () => {
  const shop = openTestShop();
  const { visit } = openVisitor(shop.env);
  const owner = await createSignedInUser({ role: "owner", env: shop.env });
  const save = (typeface?: string) =>
    owner.fetch("/api/admin/settings/look", put({ ...appearance, ...(typeface && { typeface }) }));
  const preload = /<link rel="preload" href="(\/fonts\/[^"]+)" as="font"/;
  expect((await save("system")).status).toBe(200);
  expect((await visit("/")).body).not.toMatch(preload);
  expect((await save("lora")).status).toBe(200);
  const [, font = ""] = preload.exec((await visit("/")).body) ?? [];
  const { body: theme } = await visit("/api/shop/theme.css");
  expect(theme).toContain(`src: url("${font}")`);
  expect(theme).toContain('--serif: "Lora"');
  // The console of an earlier release sends none.
  expect((await save()).status).toBe(200);
  expect((await visit("/api/shop/theme.css")).body).toContain('--serif: "Lora"');
  expect((await save("comic-sans")).status).toBe(422);
  await save("system");
});
