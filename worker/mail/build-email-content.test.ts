import { describe, expect, it } from "vitest";
import { DAY } from "../lib/time.ts";
import { openTestShop } from "../testing/shop.ts";
import { mailKinds } from "../settings/email-settings.ts";
import type { Subject } from "./email-content.ts";
import { renderLetter } from "./render-email.ts";
import { showMailExample } from "./preview-email.ts";
import { writeLetter } from "./build-email-content.ts";

const now = Date.UTC(2026, 10, 21);

const order: Subject = {
  id: "ord_1",
  source: "order",
  product: {
    id: "prd_1",
    slug: "map",
    name: "A Map",
    tagline: "",
    image: null,
    exclusiveGroup: null,
  },
  access: { active: true, reason: "order_paid", since: now, until: null },
  notice: null,
  quantity: 1,
  renewsAt: null,
  benefits: [],
  price: { amountMinor: 2900, currency: "usd", interval: null, intervalCount: null },
};

const told = (entry: Partial<Subject>, remaining: string[] = []) => ({
  shop: { name: "Tidewater", origin: "https://shop.example" },
  personName: null,
  entry: { ...order, ...entry },
  remaining,
});

const paid = (amountMinor: number, currency: string) =>
  writeLetter(
    "purchase",
    told({ price: { amountMinor, currency, interval: null, intervalCount: null } }),
  )?.facts[0]?.value;

describe("a letter", () => {
  it.each([
    [2900, "usd", "$29.00"],
    [2900, "jpy", "¥2,900"],
    [2900, "bhd", "BHD 2.900"],
    [0, "usd", "Nothing, it is free"],
  ])("writes %i %s as it is counted: %s", (amount, currency, text) => {
    expect(paid(amount, currency)?.replace("\u00a0", " ")).toBe(text);
  });

  it("is not written of what is not so any more", () => {
    const ended = { active: false, reason: "order_refunded", since: now, until: null } as const;
    expect(writeLetter("purchase", told({ access: ended }))).toBeNull();
    expect(writeLetter("access_ended", told({}))).toBeNull();
    expect(writeLetter("payment_failed", told({}))).toBeNull();
    expect(writeLetter("ending_soon", told({}))).toBeNull();
  });

  it("says what remains", () => {
    const access = { active: false, reason: "order_refunded", since: now, until: null } as const;
    const { paragraphs } = writeLetter("access_ended", told({ access }, ["A", "B"]))!;
    expect(paragraphs.at(-1)).toBe("You still have A and B.");
  });

  it("says until when somebody whose payment failed keeps access, and where it is mended", () => {
    const at = now + 14 * DAY;
    const letter = writeLetter(
      "payment_failed",
      told({
        source: "subscription",
        access: { active: true, reason: "subscription_past_due", since: now, until: at },
        notice: { code: "payment_failed", at },
      }),
    )!;
    expect(letter.paragraphs.join(" ")).toContain("until December 5, 2026");
    expect(letter.action.url).toBe("https://shop.example/account/billing");
  });

  it.each(mailKinds)("has an example of %s, with both parts", async (kind) => {
    const { subject, text, html } = await showMailExample(openTestShop().ctx(), { kind });
    expect(subject).toContain("Example Membership");
    expect(text.split("\n").every((line) => line.length <= 78)).toBe(true);
    expect(html).toContain("<h1");
    expect(html).not.toMatch(/<img|<script|http-equiv/);
  });

  it("keeps long words and addresses whole in its text", async () => {
    const letter = writeLetter("purchase", told({ id: `ord_${"x".repeat(90)}` }))!;
    const { text } = await renderLetter(letter, "Tidewater");
    expect(text).toContain(`/library#ord_${"x".repeat(90)}`);
  });
});
