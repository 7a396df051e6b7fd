import { describe, expect, it } from "vitest";
import { DAY } from "../lib/time.ts";
import { openTestShop } from "../testing/shop.ts";
import { emailKinds } from "../settings/email-settings.ts";
import type { EmailLibraryEntry } from "./email-content.ts";
import { renderEmail } from "./render-email.ts";
import { previewEmail } from "./preview-email.ts";
import { buildEmailContent } from "./build-email-content.ts";

const now = Date.UTC(2026, 10, 21);

const order: EmailLibraryEntry = {
  id: "ord_1",
  sourceId: "ord_1",
  source: "order",
  product: {
    id: "prd_1",
    slug: "map",
    name: "A Map",
    tagline: "",
    image: null,
    planGroup: null,
  },
  access: { active: true, reason: "order_paid", since: now, until: null },
  notice: null,
  quantity: 1,
  renewsAt: null,
  benefits: [],
  price: { amountMinor: 2900, currency: "usd", interval: null, intervalCount: null, tax: null },
};

const contextFor = (entry: Partial<EmailLibraryEntry>, remaining: string[] = []) => ({
  shop: { name: "Tidewater", origin: "https://shop.example" },
  userName: null,
  entry: { ...order, ...entry },
  remaining,
});

const paidAmount = (amountMinor: number, currency: string) =>
  buildEmailContent(
    "purchase",
    contextFor({
      price: { amountMinor, currency, interval: null, intervalCount: null, tax: null },
    }),
  )?.facts[0]?.value;

describe("an email", () => {
  it.each([
    [2900, "usd", "$29.00"],
    [2900, "jpy", "¥2,900"],
    [2900, "bhd", "BHD 2.900"],
    [0, "usd", "Nothing, it is free"],
  ])("formats %i %s as %s", (amount, currency, text) => {
    expect(paidAmount(amount, currency)?.replace("\u00a0", " ")).toBe(text);
  });

  it("says of a subscription's price whether tax comes on top or is in it", () => {
    const priceOf = (tax: "exclusive" | "inclusive" | null) =>
      buildEmailContent(
        "purchase",
        contextFor({
          source: "subscription",
          access: { active: true, reason: "subscription_active", since: now, until: null },
          price: { amountMinor: 900, currency: "usd", interval: "month", intervalCount: 1, tax },
        }),
      )?.facts[0]?.value;
    expect(priceOf("exclusive")).toBe("$9.00 a month plus tax");
    expect(priceOf("inclusive")).toBe("$9.00 a month incl. tax");
    expect(priceOf(null)).toBe("$9.00 a month");
  });

  it("is not built if its reason no longer applies", () => {
    const ended = { active: false, reason: "order_refunded", since: now, until: null } as const;
    expect(buildEmailContent("purchase", contextFor({ access: ended }))).toBeNull();
    expect(buildEmailContent("access_ended", contextFor({}))).toBeNull();
    expect(buildEmailContent("payment_failed", contextFor({}))).toBeNull();
    expect(buildEmailContent("ending_soon", contextFor({}))).toBeNull();
  });

  it("about ended access lists the products that the user still has", () => {
    const access = { active: false, reason: "order_refunded", since: now, until: null } as const;
    const { paragraphs } = buildEmailContent("access_ended", contextFor({ access }, ["A", "B"]))!;
    expect(paragraphs.at(-1)).toBe("You still have A and B.");
  });

  it("about a failed payment says when access ends and links to billing", () => {
    const at = now + 14 * DAY;
    const content = buildEmailContent(
      "payment_failed",
      contextFor({
        source: "subscription",
        access: { active: true, reason: "subscription_past_due", since: now, until: at },
        notice: { code: "payment_failed", at },
      }),
    )!;
    expect(content.paragraphs.join(" ")).toContain("until December 5, 2026");
    expect(content.action.url).toBe("https://shop.example/account/billing");
  });

  it.each(emailKinds)("has a preview for %s with text and HTML", async (kind) => {
    const { subject, text, html } = await previewEmail(openTestShop().ctx(), { kind });
    expect(subject).toContain("Example Membership");
    expect(text.split("\n").every((line) => line.length <= 78)).toBe(true);
    expect(html).toContain("<h1");
    expect(html).not.toMatch(/<img|<script|http-equiv/);
  });

  it("doesn't break long words and URLs in its text", async () => {
    const content = buildEmailContent("purchase", contextFor({ id: `ord_${"x".repeat(90)}` }))!;
    const { text } = await renderEmail(content, "Tidewater");
    expect(text).toContain(`/library#ord_${"x".repeat(90)}`);
  });
});
