import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, test } from "vitest";
import { emptyDatabase } from "../../testing/database/empty-database.ts";
import { openTestShop } from "../../testing/shop.ts";
import { createSignedInUser } from "../../testing/clients/sign-in.ts";
import { saveShopSettings } from "../../settings/shop-settings.ts";
import type { SettingOf } from "../../settings/define-setting.ts";
import type { emailSettings } from "../../settings/email-settings.ts";

const allEnabled: SettingOf<typeof emailSettings> = {
  purchase: true,
  payment_failed: true,
  ending_soon: true,
  access_ended: true,
  refunded_duplicate: true,
  refund_failed: true,
  keys_arrived: true,
  trial_refused: true,
  refunded: true,
  cancellation: true,
  cancellation_undone: true,
  plan_changed: true,
  payment: true,
  pause: true,
  offer_taken: true,
  account_deleted: true,
  renewalNoticeDays: null,
  checkoutReminderHours: null,
};

const put = (body: unknown) => ({
  method: "PUT",
  headers: { "content-type": "application/json" },
  body: JSON.stringify(body),
});

beforeEach(emptyDatabase);

describe("the shop's emails", () => {
  test("all emails are on by default, and keep the saved settings", async () => {
    const owner = await createSignedInUser({ role: "owner" });
    const version = expect.any(Number) as number;
    expect(await owner.json("/api/admin/settings/emails")).toEqual({ ...allEnabled, version });
    const wanted = { ...allEnabled, access_ended: false };
    const response = await owner.fetch("/api/admin/settings/emails", put(wanted));
    expect(await response.json()).toEqual({ ...wanted, version });
    expect(await owner.json("/api/admin/settings/emails")).toEqual({ ...wanted, version });
    expect(await owner.json("/api/admin/audit?search=emails")).toMatchObject({
      items: [{ action: "settings.updated", before: allEnabled, after: wanted }],
    });
  });

  test("emails of a kind that is not in the saved settings are on", async () => {
    await env.DB.prepare(
      `INSERT INTO settings VALUES ('emails', '{"purchase":false,"gone":true}', 1)`,
    ).run();
    const owner = await createSignedInUser({ role: "owner" });
    expect(await owner.json("/api/admin/settings/emails")).toEqual({
      ...allEnabled,
      purchase: false,
      version: 1,
    });
  });

  test.each([
    [{}],
    [{ ...allEnabled, other: true }],
    [{ ...allEnabled, renewalNoticeDays: 3 }],
    [{ ...allEnabled, purchase: "no" }],
  ])("email settings cannot be set to %j", async (body) => {
    const owner = await createSignedInUser({ role: "owner" });
    const response = await owner.fetch("/api/admin/settings/emails", put(body));
    expect(response.status).toBe(422);
  });

  test("emails can be previewed with example data in each language, as text and as HTML", async () => {
    const owner = await createSignedInUser({ role: "owner" });
    const path = "/api/admin/settings/emails/examples/subscription";
    expect(await owner.json(`${path}?locale=en`)).toEqual({
      subject: "Your subscription to Example Membership has started",
      text: expect.stringContaining("Next payment: "),
    });
    const html = await (await owner.fetch(`${path}/html?locale=ar&scheme=dark`)).text();
    expect(html).toContain('<html lang="ar" dir="rtl"');
    expect(html).toContain(":root { color-scheme: dark;");
    expect((await owner.fetch(`${path}?locale=nl`)).status).toBe(422);
    const unknown = "/api/admin/settings/emails/examples/other?locale=en";
    expect((await owner.fetch(unknown)).status).toBe(422);
  });

  test("previews are in a frame that runs no scripts and that only the shop's own pages can show", async () => {
    const owner = await createSignedInUser({ role: "owner" });
    const path = "/api/admin/settings/emails/examples/order/html?locale=en&scheme=light";
    const { headers } = await owner.fetch(path);
    const policy = headers.get("content-security-policy")!;
    expect(policy).toMatch(/^default-src 'none'; style-src 'unsafe-inline'; img-src 'self'/);
    expect(policy).toContain("frame-ancestors 'self'; sandbox allow-popups");
    expect(policy).not.toMatch(/script|allow-same-origin/);
    expect(headers.get("x-frame-options")).toBe("SAMEORIGIN");
  });

  test("emails can be sent as a test, with the shop's name and its address for answers", async () => {
    await emptyDatabase();
    const shop = openTestShop({ hasEmailSender: true });
    const owner = await createSignedInUser({ role: "owner", env: shop.env });
    const { ctx } = shop;
    await saveShopSettings(ctx(), { name: 'Ann "A" & Co', line: "", supportEmail: "help@ann.co" });
    const send = (example: string) =>
      owner.fetch(`/api/admin/settings/emails/examples/${example}/test`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ locale: "en" }),
      });
    expect(await (await send("order")).json()).toMatchObject({ isSent: true });
    const [email] = await shop.emailsTo(owner.userId);
    expect(email).toMatchObject({
      subject: "[Test] Your receipt for Example App",
      from: '"Ann \\"A\\" & Co" <shop@example.com>',
      replyTo: "help@ann.co",
    });
  });

  test.each(["buyer", "support", "admin"] as const)(
    "email settings cannot be read or changed by %s",
    async (role) => {
      const user = await createSignedInUser({ role });
      expect((await user.fetch("/api/admin/settings/emails")).status).toBe(404);
      expect((await user.fetch("/api/admin/settings/emails", put(allEnabled))).status).toBe(404);
    },
  );
});
