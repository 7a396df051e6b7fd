import { describe, expect, it } from "vitest";
import type { Locale } from "../shared/locales.ts";
import { emptyDatabase } from "../testing/database/empty-database.ts";
import { openTestShop } from "../testing/shop.ts";
import { saveShopSettings } from "../settings/shop-settings.ts";
import type { EmailContent } from "./email-content.ts";
import { openEmailContext } from "./email-context.ts";
import { renderEmail } from "./render-email.ts";

const content: EmailContent = {
  subject: "Subject",
  preheader: null,
  heading: "Heading",
  greeting: "Hello Ann,",
  paragraphs: ["First paragraph.", "Second paragraph."],
  details: [{ label: "Order number", value: "ord_1" }],
  amounts: [{ label: "Total", value: "$29.00", isTotal: true }],
  benefits: [{ name: "Key", note: "For one device", code: "KEY-1", links: [] }],
  action: { label: "Open", url: "https://shop.example/library" },
  links: [{ label: "Receipt", url: "https://shop.example/billing" }],
  notes: ["A note."],
  sections: [
    {
      heading: "Terms",
      paragraphs: ["One <line>\nand another", "The end."],
      link: { label: "Online", url: "https://shop.example/legal/terms" },
    },
  ],
  reason: "A reason.",
  footerLinks: [],
  unsubscribe: null,
};

const look = { accent: null, accentDark: null, logoSaysName: false };

/** Renders the content for Ann, as the shop is now. */
async function render(
  changes: Partial<EmailContent> = {},
  locale: Locale = "en",
  scheme?: "light" | "dark",
) {
  const ctx = openTestShop().ctx();
  const context = await openEmailContext(ctx, { name: "Ann", locale, timeZone: null });
  return renderEmail(context, { ...content, ...changes }, scheme ? { scheme } : {});
}

describe("an email", () => {
  it("an email has the shop's current name, logo, color and contact address", async () => {
    await emptyDatabase();
    const ctx = openTestShop().ctx();
    const saved = { name: "Harbor", line: "", supportEmail: "help@harbor.example" };
    await saveShopSettings(ctx, saved);
    await saveShopSettings(ctx, { ...look, accent: "#7a1f5c" });
    const plain = await render();
    expect(plain).toMatchObject({ fromName: "Harbor", replyTo: "help@harbor.example" });
    expect(plain.html).not.toContain("<img");
    expect(plain.html).toMatch(/<td\s+class="button"[^>]*bgcolor="#7a1f5c"/);
    const logo = `${"a".repeat(64)}.png`;
    await saveShopSettings(ctx, { logo });
    const withLogo = await render();
    expect(withLogo.html).toContain(`src="http://localhost:8787/api/shop/logo/${logo}"`);
    expect(withLogo.html).toMatch(/alt=""[^]*Harbor/);
    await saveShopSettings(ctx, { ...look, logoSaysName: true });
    expect((await render()).html).toContain('alt="Harbor"');
    // Outlook on Windows draws no WebP.
    await saveShopSettings(ctx, { logo: `${"a".repeat(64)}.webp` });
    expect((await render()).html).not.toContain("<img");
    await emptyDatabase();
  });

  it("an email has the same content in its text, in the same order", async () => {
    const { text } = await render();
    expect(text).toBe(`Heading

Hello Ann,

First paragraph.

Second paragraph.

Order number: ord_1

Total: $29.00

* Key
  For one device
  KEY-1

Open:
https://shop.example/library

Receipt:
https://shop.example/billing

A note.

Terms
=====

One <line>
and another

The end.

Online:
https://shop.example/legal/terms

-- 
A reason.
Tidewater`);
  });

  it("an email has long texts as plain text with their line breaks", async () => {
    const { html } = await render();
    expect(html).toMatch(/<h2[^>]*>\s*Terms\s*<\/h2>/);
    expect(html).toMatch(/>One &lt;line&gt;<br \/>and another<\/p>/);
    expect(html).toContain('href="https://shop.example/legal/terms"');
  });

  it("an email shows inboxes the first paragraph beside the subject, or what its kind chose", async () => {
    const previewOf = (html: string) => /mso-hide: all;">\s*([^&<]*)/.exec(html)?.[1];
    expect(previewOf((await render()).html)).toBe("First paragraph.");
    expect(previewOf((await render({ preheader: "Chosen." })).html)).toBe("Chosen.");
  });

  it("an email is read from right to left in Arabic, and its codes from left to right", async () => {
    const { html } = await render({}, "ar");
    expect(html).toContain('<html lang="ar" dir="rtl"');
    expect(html).toMatch(/align="left"[^>]*>\s*\$29\.00/);
    expect(html).toMatch(/<p\s+dir="ltr"\s+class="code"[^>]*>\s*KEY-1/);
  });

  it("an email is dark where the reader's program is, and in a preview as asked for", async () => {
    expect((await render()).html).toContain("@media (prefers-color-scheme: dark)");
    expect((await render({}, "en", "light")).html).not.toContain("prefers-color-scheme");
    expect((await render({}, "en", "dark")).html).toMatch(/\n\.page \{ background-color: #\w{6}/);
  });

  it("an email has text with the punctuation of its language, and wraps no Japanese", async () => {
    const long = `${"長い文です。".repeat(20)}Field Guide の話`;
    const [english, french, japanese] = await Promise.all([
      render(),
      render({}, "fr"),
      render({ paragraphs: [long] }, "ja"),
    ]);
    expect(english.text).toContain("Total: $29.00");
    expect(french.text).toContain("Total\u00a0: $29.00");
    expect(french.text).toContain("Receipt\u00a0:\nhttps://");
    expect(japanese.text).toContain("Total：$29.00");
    expect(japanese.text.split("\n")).toContain(long);
  });

  it("an email can be unsubscribed from with the button of email programs, if its kind allows it", async () => {
    expect(await render()).toMatchObject({ headers: {}, isOptional: false });
    const url = "https://shop.example/plain/emails/off?token=1";
    const reminder = await render({ unsubscribe: { label: "Unsubscribe", url } });
    expect(reminder).toMatchObject({
      isOptional: true,
      headers: {
        "List-Unsubscribe": `<${url}>`,
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
      },
    });
    expect(reminder.text).toContain(`Unsubscribe:\n${url}`);
  });

  it("an email doesn't break long words and URLs in its text", async () => {
    const url = `https://shop.example/library#ord_${"x".repeat(90)}`;
    expect((await render({ action: { label: "Open", url } })).text).toContain(`Open:\n${url}\n`);
  });
});
