import { env } from "cloudflare:workers";
import { describe, expect, test } from "vitest";
import { DAY } from "../../lib/time.ts";
import { newLicenseKey } from "../../lib/license-key.ts";
import { giveLicense, createDeviceClient } from "../../testing/fixtures/licenses.ts";
import { openTestShop } from "../../testing/shop.ts";
import { openBrowser } from "../../testing/clients/sign-in.ts";

const shop = openTestShop();

const change = (key: string, assignment: string) =>
  env.DB.prepare(`UPDATE license_keys SET ${assignment} WHERE key = ?`).bind(key).run();

describe("validation", () => {
  test("validation returns VALID with the key's details", async () => {
    const { key, product } = await giveLicense(shop, { activationLimit: 3, usesLimit: 10 });
    expect(await createDeviceClient(shop)("validate", { key })).toMatchObject({
      status: 200,
      valid: true,
      code: "VALID",
      license: {
        product: { id: product.id, slug: product.slug, name: product.name },
        licensee: null,
        quantity: 1,
        activationLimit: 3,
        uses: 0,
        usesLimit: 10,
        expiresAt: null,
      },
      activation: null,
    });
  });

  test("recognizes a key with other case, spaces or dashes", async () => {
    const { key } = await giveLicense(shop);
    const typed = ` ${key.toLowerCase().replaceAll("-", " ").replaceAll("0", "o").replaceAll("1", "i")} `;
    expect(await createDeviceClient(shop)("validate", { key: typed })).toMatchObject({
      code: "VALID",
    });
  });

  test("validation returns only NOT_FOUND for an unknown key", async () => {
    const answer = await createDeviceClient(shop)("validate", {
      key: newLicenseKey("TIDE"),
      fingerprint: "a",
    });
    expect(answer).toMatchObject({
      valid: false,
      code: "NOT_FOUND",
      license: null,
      activation: null,
    });
  });

  test.each([
    ["DISABLED", "disabled_at = 1"],
    ["EXPIRED", "expires_at = 1"],
    ["REVOKED", "rotated_at = 1"],
    ["REVOKED", "rotated_at = 1, disabled_at = 1, expires_at = 1"],
    ["NOT_FOUND", "is_in_stock = 1"],
  ])("validation returns %s if %s", async (code, assignment) => {
    const { key } = await giveLicense(shop, { activationLimit: 1 });
    const device = createDeviceClient(shop);
    await change(key, assignment);
    expect(await device("validate", { key })).toMatchObject({ valid: false, code });
    expect(await device("activate", { key, fingerprint: "a" })).toMatchObject({
      status: 200,
      valid: false,
      code,
    });
    expect(await device("file", { key })).toMatchObject({ valid: false, code, file: null });
  });

  test("validation returns EXPIRED after the expiry date", async () => {
    const { key } = await giveLicense(shop, { expiresAfterDays: 30 });
    const device = createDeviceClient(shop);
    expect(await device("validate", { key })).toMatchObject({ code: "VALID" });
    await change(key, `expires_at = ${Date.now()}`);
    expect(await device("validate", { key })).toMatchObject({ code: "EXPIRED" });
  });

  test("checks that the key is for the given product, by id or slug", async () => {
    const [{ key, product }, other] = [await giveLicense(shop), await giveLicense(shop)];
    const device = createDeviceClient(shop);
    for (const [named, code] of [
      [product.id, "VALID"],
      [product.slug, "VALID"],
      [other.product.id, "PRODUCT_MISMATCH"],
      [other.product.slug, "PRODUCT_MISMATCH"],
      ["no-such-thing", "PRODUCT_MISMATCH"],
    ])
      expect(await device("validate", { key, product: named })).toMatchObject({ code });
    expect(
      await device("activate", { key, fingerprint: "a", product: other.product.slug }),
    ).toMatchObject({
      code: "PRODUCT_MISMATCH",
    });
  });

  test("validation counts uses, and concurrent requests never exceed the limit", async () => {
    const { key } = await giveLicense(shop, { usesLimit: 10 });
    const device = createDeviceClient(shop);
    expect(await device("validate", { key, uses: 4 })).toMatchObject({
      code: "VALID",
      license: { uses: 4 },
    });
    expect(await device("validate", { key, uses: 7 })).toMatchObject({
      code: "USES_LIMIT",
      license: { uses: 4 },
    });
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => device("validate", { key, uses: 1 })),
    );
    expect(answers.filter(({ code }) => code === "VALID")).toHaveLength(6);
    expect(answers.filter(({ code }) => code === "USES_LIMIT")).toHaveLength(14);
    expect(await device("validate", { key })).toMatchObject({
      code: "VALID",
      license: { uses: 10 },
    });
  });
});

describe("activation", () => {
  test("activates a device once, even if repeated", async () => {
    const { key } = await giveLicense(shop, { activationLimit: 1 });
    const device = createDeviceClient(shop);
    expect(await device("validate", { key, fingerprint: "mac-1" })).toMatchObject({
      code: "NOT_ACTIVATED",
    });
    const first = await device<{ code: string; activation: { id: string } }>("activate", {
      key,
      fingerprint: "mac-1",
      label: "Studio Mac",
      meta: { os: "mac", cores: 8 },
    });
    expect(first).toMatchObject({
      status: 201,
      code: "VALID",
      activation: { fingerprint: "mac-1", label: "Studio Mac" },
    });
    const again = await device<typeof first>("activate", { key, fingerprint: "mac-1" });
    expect(again).toMatchObject({ status: 200, code: "VALID" });
    expect(again.activation).toMatchObject({ id: first.activation.id, label: "Studio Mac" });
    expect(await device("validate", { key, fingerprint: "mac-1" })).toMatchObject({
      code: "VALID",
    });
    expect(await device("validate", { key, fingerprint: "mac-2" })).toMatchObject({
      code: "FINGERPRINT_MISMATCH",
      activation: null,
    });
    expect(await device("activate", { key, fingerprint: "mac-2" })).toMatchObject({
      status: 200,
      code: "ACTIVATION_LIMIT",
    });
  });

  test("50 concurrent activations with a limit of 3 create 3", async () => {
    const { key } = await giveLicense(shop, { activationLimit: 3 });
    const device = createDeviceClient(shop);
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, at) =>
        device("activate", { key, fingerprint: `device ${at}` }),
      ),
    );
    expect(answers.filter(({ status, code }) => status === 201 && code === "VALID")).toHaveLength(
      3,
    );
    expect(
      answers.filter(({ status, code }) => status === 200 && code === "ACTIVATION_LIMIT"),
    ).toHaveLength(47);
    const rows = await env.DB.prepare(
      "SELECT count(*) AS n FROM activations JOIN license_keys ON license_keys.id = license_key_id WHERE key = ?",
    )
      .bind(key)
      .first<number>("n");
    expect(rows).toBe(3);
  });

  test("50 concurrent activations of one device create one activation", async () => {
    const { key } = await giveLicense(shop, { activationLimit: 3 });
    const device = createDeviceClient(shop);
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => device("activate", { key, fingerprint: "the same" })),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.every(({ code }) => code === "VALID")).toBe(true);
  });

  test("a deactivated device frees its activation", async () => {
    const { key } = await giveLicense(shop, { activationLimit: 1 });
    const device = createDeviceClient(shop);
    await device("activate", { key, fingerprint: "a" });
    expect(await device("deactivate", { key, fingerprint: "a" })).toMatchObject({
      valid: false,
      code: "DEACTIVATED",
      activation: null,
    });
    expect(await device("deactivate", { key, fingerprint: "a" })).toMatchObject({
      code: "ACTIVATION_NOT_FOUND",
    });
    expect(await device("activate", { key, fingerprint: "b" })).toMatchObject({ status: 201 });
    expect(await device("deactivate", { key: "no such key", fingerprint: "b" })).toMatchObject({
      code: "NOT_FOUND",
    });
  });

  test("the last-seen time is updated at most once a day", async () => {
    const { key } = await giveLicense(shop);
    const device = createDeviceClient(shop);
    await device("activate", { key, fingerprint: "a" });
    const seen = () =>
      env.DB.prepare(
        "SELECT last_seen_at FROM activations JOIN license_keys ON license_keys.id = license_key_id WHERE key = ?",
      )
        .bind(key)
        .first<number>("last_seen_at");
    const setSeen = (at: number) =>
      env.DB.prepare(
        "UPDATE activations SET last_seen_at = ? WHERE license_key_id = (SELECT id FROM license_keys WHERE key = ?)",
      )
        .bind(at, key)
        .run();
    const recently = Date.now() - DAY / 2;
    await setSeen(recently);
    await device("validate", { key, fingerprint: "a" });
    expect(await seen()).toBe(recently);
    await setSeen(Date.now() - 2 * DAY);
    const before = Date.now();
    await device("validate", { key, fingerprint: "a" });
    expect(await seen()).toBeGreaterThanOrEqual(before);
  });
});

test("an unknown key runs as many SQL statements as a known one", async () => {
  const { key, product } = await giveLicense(shop, { activationLimit: 1 });
  const dead = await giveLicense(shop);
  await change(dead.key, "rotated_at = 1");
  const off = await giveLicense(shop);
  await change(off.key, "disabled_at = 1");
  const calls: string[] = [];
  const counting = {
    ...shop.env,
    DB: {
      prepare: (query: string) => (calls.push(query), env.DB.prepare(query)),
      batch: (statements: D1PreparedStatement[]) => env.DB.batch(statements),
    } as unknown as D1Database,
  };
  const device = createDeviceClient({ ...shop, env: counting });
  const statementsOf = async (path: "validate" | "activate" | "deactivate", body: object) => {
    calls.splice(0);
    await device(path, { fingerprint: "a", ...body });
    return [...calls];
  };
  for (const path of ["validate", "activate", "deactivate"] as const) {
    const ofUnknown = await statementsOf(path, { key: "unknown" });
    // The change, the facts, the event; and, after the answer, whether a webhook endpoint waits for events.
    expect(ofUnknown).toHaveLength(path === "validate" ? 1 : 4);
    for (const known of [dead.key, off.key, key])
      expect(await statementsOf(path, { key: known })).toEqual(ofUnknown);
  }
  const named = await statementsOf("validate", { key: "unknown", product: product.slug });
  expect(await statementsOf("validate", { key, product: product.slug })).toEqual(named);
  expect(named).toHaveLength(1);
});

describe("requests from other origins", () => {
  test("requests from other origins are allowed, without cookies", async () => {
    const browser = openBrowser({ origin: "http://localhost:8787", env: shop.env });
    const headers = { origin: "https://app.example", "content-type": "application/json" };
    const preflight = await browser.fetch("/api/v1/licenses/validate", {
      method: "OPTIONS",
      headers: {
        ...headers,
        "access-control-request-method": "POST",
        "access-control-request-headers": "content-type",
      },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get("access-control-allow-headers")).toBe("content-type");
    for (const body of ['{"key":"unknown"}', "{}"]) {
      const answer = await browser.fetch("/api/v1/licenses/validate", {
        method: "POST",
        headers,
        body,
      });
      expect(answer.headers.get("access-control-allow-origin")).toBe("*");
      expect(answer.headers.get("access-control-allow-credentials")).toBeNull();
      expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
    }
  });

  test("requests from other origins can read rate-limit errors", async () => {
    const device = createDeviceClient(shop);
    const key = newLicenseKey("TIDE");
    const answers = await Promise.all(
      Array.from({ length: 125 }, () => device("validate", { key, fingerprint: "a" })),
    );
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThan(0);
    expect(refused[0]).toMatchObject({ code: "rate_limited" });
    expect(refused[0]!.headers.get("retry-after")).toBe("60");
    expect(refused[0]!.headers.get("access-control-allow-origin")).toBe("*");
  });

  test("the limit is that of a device, so that nobody uses up the requests of others with the key", async () => {
    const key = newLicenseKey("TIDE");
    const counts = new Map<string, number>();
    const limiter: RateLimit = {
      limit: async ({ key: counted }) => {
        counts.set(counted, (counts.get(counted) ?? 0) + 1);
        return { success: counts.get(counted)! <= 120 };
      },
    };
    const limited = { ...shop, env: { ...shop.env, LICENSE_LIMIT: limiter } };
    const validate = async (body: object) =>
      (await createDeviceClient(limited)("validate", { key, ...body })).status;
    for (let sent = 0; sent < 120; sent++) expect(await validate({ fingerprint: "a" })).toBe(200);
    expect(await validate({ fingerprint: "a" })).toBe(429);
    for (const body of [{ fingerprint: "b" }, {}, { fingerprint: "a", key: newLicenseKey("TIDE") }])
      expect(await validate(body)).toBe(200);
    for (let device = 0; device < 130; device++)
      expect(await validate({ fingerprint: `device-${device}` })).toBe(200);
  });
});

describe("hostile input", () => {
  test.each([
    ["invalid JSON", "{", "invalid_input"],
    ["a list", [], "invalid_input"],
    ["no key", {}, "invalid_input"],
    ["an empty key", { key: "" }, "invalid_input"],
    ["a key that isn't a string", { key: { $ne: null } }, "invalid_input"],
    ["a key too long", { key: "A".repeat(256) }, "invalid_input"],
    ["an unknown field", { key: "A", userId: "usr_1" }, "invalid_input"],
    ["an empty fingerprint", { key: "A", fingerprint: "" }, "invalid_input"],
    ["a fingerprint with a null byte", { key: "A", fingerprint: "a\0b" }, "invalid_input"],
    ["half a character", '{"key":"A","fingerprint":"\\ud800"}', "invalid_input"],
    ["uses below one", { key: "A", uses: -5 }, "invalid_input"],
    ["uses that are not an integer", { key: "A", uses: 0.5 }, "invalid_input"],
    ["an invalid product", { key: "A", product: "' OR 1=1 --" }, "invalid_input"],
    ["10 MB", JSON.stringify({ key: "A".repeat(10_000_000) }), "too_large"],
  ])("hostile input is refused: %s", async (_, body, code) => {
    const answer = await createDeviceClient(shop)("validate", body);
    expect(answer).toMatchObject({ code });
    expect(answer.headers.get("content-type")).toBe("application/problem+json");
  });

  test.each(["' OR '1'='1", "%", "*", "TIDE-%", "🔑🔑🔑", "\u202e", "-", "null"])(
    "hostile input does not match any key: %s",
    async (key) => {
      await giveLicense(shop);
      expect(await createDeviceClient(shop)("validate", { key })).toMatchObject({
        status: 200,
        code: "NOT_FOUND",
      });
    },
  );

  test("a hostile label is stored as plain text on one line", async () => {
    const { key } = await giveLicense(shop);
    const label = '<img src=x onerror="alert(1)">\n\u202eevil';
    expect(
      await createDeviceClient(shop)("activate", {
        key,
        fingerprint: "x'); DROP TABLE users; --",
        label,
      }),
    ).toMatchObject({
      activation: {
        label: '<img src=x onerror="alert(1)"> evil',
        fingerprint: "x'); DROP TABLE users; --",
      },
    });
  });

  test.each([
    [{ __proto__x: 1 }],
    [{ a: "x".repeat(201) }],
    [{ a: { b: 1 } }],
    [Object.fromEntries(Array.from({ length: 21 }, (_, at) => [`a${at}`, at]))],
  ])("hostile meta is refused: %j", async (meta) => {
    expect(
      await createDeviceClient(shop)("activate", { key: "A", fingerprint: "a", meta }),
    ).toMatchObject({
      status: 422,
    });
  });
});
