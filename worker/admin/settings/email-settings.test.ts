import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, test } from "vitest";
import { emptyDatabase } from "../../testing/empty-database.ts";
import { createSignedInUser } from "../../testing/sign-in.ts";
import type { EmailSettings } from "../../settings/email-settings.ts";

const allEnabled: EmailSettings = {
  purchase: true,
  payment_failed: true,
  ending_soon: true,
  access_ended: true,
  refunded_duplicate: true,
  refund_failed: true,
  keys_arrived: true,
  trial_refused: true,
};

const put = (body: unknown) => ({
  method: "PUT",
  headers: { "content-type": "application/json" },
  body: JSON.stringify(body),
});

beforeEach(emptyDatabase);

describe("the shop's emails", () => {
  test("are all on by default, and keep the saved settings", async () => {
    const owner = await createSignedInUser({ role: "owner" });
    expect(await owner.json("/api/admin/settings/mails")).toEqual(allEnabled);
    const wanted = { ...allEnabled, access_ended: false };
    const response = await owner.fetch("/api/admin/settings/mails", put(wanted));
    expect(await response.json()).toEqual(wanted);
    expect(await owner.json("/api/admin/settings/mails")).toEqual(wanted);
    expect(await owner.json("/api/admin/audit?search=mails")).toMatchObject({
      items: [{ action: "settings.updated", before: allEnabled, after: wanted }],
    });
  });

  test("of a kind that is not in the saved settings are on", async () => {
    await env.DB.prepare(
      `INSERT INTO settings VALUES ('mails', '{"purchase":false,"gone":true}', 1)`,
    ).run();
    const owner = await createSignedInUser({ role: "owner" });
    expect(await owner.json("/api/admin/settings/mails")).toEqual({
      ...allEnabled,
      purchase: false,
    });
  });

  test.each([[{}], [{ ...allEnabled, other: true }], [{ ...allEnabled, purchase: "no" }]])(
    "cannot be set to %j",
    async (body) => {
      const owner = await createSignedInUser({ role: "owner" });
      const response = await owner.fetch("/api/admin/settings/mails", put(body));
      expect(response.status).toBe(422);
    },
  );

  test("can be previewed", async () => {
    const owner = await createSignedInUser({ role: "owner" });
    const path = "/api/admin/settings/mails/purchase/preview";
    expect(await owner.json(path)).toEqual({
      subject: "Your subscription to Example Membership",
      text: expect.stringContaining("An example of what is in it"),
      html: expect.stringContaining("<h1"),
    });
    const unknown = "/api/admin/settings/mails/other/preview";
    expect((await owner.fetch(unknown)).status).toBe(422);
  });

  test.each(["buyer", "support", "admin"] as const)(
    "cannot be read or changed by %s",
    async (role) => {
      const user = await createSignedInUser({ role });
      expect((await user.fetch("/api/admin/settings/mails")).status).toBe(404);
      expect((await user.fetch("/api/admin/settings/mails", put(allEnabled))).status).toBe(404);
    },
  );
});
