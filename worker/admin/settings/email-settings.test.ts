import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, test } from "vitest";
import { newBuyer } from "../../testing/sign-in.ts";
import type { MailSettings } from "../../settings/email-settings.ts";

const allOn: MailSettings = {
  purchase: true,
  payment_failed: true,
  ending_soon: true,
  access_ended: true,
  refunded_duplicate: true,
};

const put = (body: unknown) => ({
  method: "PUT",
  headers: { "content-type": "application/json" },
  body: JSON.stringify(body),
});

beforeEach(async () => {
  await env.DB.prepare("DELETE FROM settings").run();
});

describe("the mails of a shop", () => {
  test("are all on until somebody says otherwise, and stay as they were said to be", async () => {
    const owner = await newBuyer({ role: "owner" });
    expect(await owner.json("/api/admin/settings/mails")).toEqual(allOn);
    const wanted = { ...allOn, access_ended: false };
    const response = await owner.fetch("/api/admin/settings/mails", put(wanted));
    expect(await response.json()).toEqual(wanted);
    expect(await owner.json("/api/admin/settings/mails")).toEqual(wanted);
    expect(await owner.json("/api/admin/audit?search=mails")).toMatchObject({
      items: [{ action: "settings.updated", before: allOn, after: wanted }],
    });
  });

  test("of a kind that was saved before another existed are on", async () => {
    await env.DB.prepare(
      `INSERT INTO settings VALUES ('mails', '{"purchase":false,"gone":true}', 1)`,
    ).run();
    const owner = await newBuyer({ role: "owner" });
    expect(await owner.json("/api/admin/settings/mails")).toEqual({ ...allOn, purchase: false });
  });

  test.each([[{}], [{ ...allOn, other: true }], [{ ...allOn, purchase: "no" }]])(
    "are not saved as %j",
    async (body) => {
      const owner = await newBuyer({ role: "owner" });
      const response = await owner.fetch("/api/admin/settings/mails", put(body));
      expect(response.status).toBe(422);
    },
  );

  test("can be seen before they are sent", async () => {
    const owner = await newBuyer({ role: "owner" });
    const path = "/api/admin/settings/mails/purchase/preview";
    expect(await owner.json(path)).toEqual({
      subject: "Your subscription to Example Membership",
      text: expect.stringContaining("An example of what is in it"),
      html: expect.stringContaining("<h1"),
    });
    const unknown = "/api/admin/settings/mails/other/preview";
    expect((await owner.fetch(unknown)).status).toBe(422);
  });

  test.each(["buyer", "support", "admin"] as const)("are not %s's", async (role) => {
    const person = await newBuyer({ role });
    expect((await person.fetch("/api/admin/settings/mails")).status).toBe(404);
    expect((await person.fetch("/api/admin/settings/mails", put(allOn))).status).toBe(404);
  });
});
