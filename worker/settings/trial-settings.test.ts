import { eq } from "drizzle-orm";
import { beforeEach, expect, it } from "vitest";
import { auditEntries } from "../db/schema/audit.ts";
import { emptyDatabase } from "../testing/database/empty-database.ts";
import { openTestShop } from "../testing/shop.ts";
import { createSignedInUser } from "../testing/clients/sign-in.ts";

beforeEach(emptyDatabase);

const path = "/api/admin/settings/trials";

it("the rules for free trials are off at first, and saving them is in the audit log", async () => {
  const owner = await createSignedInUser({ role: "owner" });
  expect(await owner.json(path)).toEqual({ oneTrialPerCard: false, version: 0 });
  const put = (body: object) =>
    owner.fetch(path, {
      method: "PUT",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  expect((await put({ oneTrialPerCard: true, cards: 2 })).status).toBe(422);
  expect((await put({ oneTrialPerCard: true })).status).toBe(200);
  expect(await owner.json(path)).toEqual({
    oneTrialPerCard: true,
    version: expect.any(Number),
  });
  const entries = await openTestShop()
    .ctx()
    .db.select()
    .from(auditEntries)
    .where(eq(auditEntries.targetId, "trials"));
  expect(entries).toMatchObject([
    {
      action: "settings.updated",
      before: { oneTrialPerCard: false },
      after: { oneTrialPerCard: true },
    },
  ]);
});
