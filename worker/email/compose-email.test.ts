import { eq } from "drizzle-orm";
import { beforeEach, expect, it } from "vitest";
import { createGift } from "../gifts/create-gift.ts";
import { commit } from "../db/client.ts";
import { users } from "../db/schema/account.ts";
import { saveLanguages } from "../settings/languages.ts";
import { emptyDatabase } from "../testing/database/empty-database.ts";
import { openTestShop } from "../testing/shop.ts";
import { upsertTranslation } from "../translations/store.ts";

beforeEach(emptyDatabase);

/** Gives a product with a German name to somebody in Japan, until New Year's Eve 2030 in UTC. Returns the email. */
async function giveTo(locale: string | null) {
  const shop = openTestShop({ hasEmailSender: true });
  const { db, now } = shop.ctx();
  const userId = await shop.createUser();
  const { id } = await shop.createPublishedProduct({ name: "Field Guide" });
  const name = { targetId: id, locale: "de", field: "name", text: "Feldführer", updatedAt: now };
  await commit(db, [
    upsertTranslation(db, name),
    db.update(users).set({ locale, timeZone: "Asia/Tokyo" }).where(eq(users.id, userId)),
  ]);
  const endsAt = Date.UTC(2030, 11, 31, 20);
  await createGift(shop.ctx(), { userId, productId: id, note: "Thanks", endsAt });
  const [email] = await shop.emailsTo(userId);
  return email!;
}

it("an email is in the recipient's language and time zone, with the seller's texts in it", async () => {
  const { subject, text, html } = await giveTo("de");
  expect(html).toContain('<html lang="de" dir="ltr"');
  expect(subject).toContain("Feldführer");
  expect(text.replaceAll(/\s/g, " ")).toContain("1. Januar 2031");
});

it("texts that the seller has not translated are in the shop's default language", async () => {
  const { subject, html } = await giveTo("fr");
  expect(html).toContain('<html lang="fr" dir="ltr"');
  expect(subject).toContain("Field Guide");
});

it("an email is in the shop's default language if the recipient's is unknown, or not offered", async () => {
  await saveLanguages(openTestShop().ctx(), { default: "ja", offered: ["ja", "en"] });
  for (const locale of [null, "de"]) {
    const { html } = await giveTo(locale);
    expect(html).toContain('<html lang="ja" dir="ltr"');
  }
});
