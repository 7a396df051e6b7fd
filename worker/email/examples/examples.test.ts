import { afterEach, describe, expect, it, vi } from "vitest";
import { getDirection, locales, pseudoLocale } from "../../shared/locales.ts";
import { openTestShop } from "../../testing/shop.ts";
import { findEmailErrors } from "../../testing/rules/validate-html.ts";
import { previewEmail } from "../preview-email.ts";
import { emailExamples } from "./example-names.ts";

afterEach(() => vi.restoreAllMocks());

describe("each email", () => {
  it.each([...locales, pseudoLocale] as const)("each email is whole in %s", async (locale) => {
    const log = vi.spyOn(console, "error");
    const ctx = openTestShop().ctx();
    for (const example of emailExamples) {
      const { subject, text, html } = await previewEmail(ctx, { example, locale });
      expect(html).toContain(`<html lang="${locale}" dir="${getDirection(locale)}"`);
      for (const part of [subject, text, html.replace(/<style>[^]*?<\/style>/, "")]) {
        expect(part.trim()).not.toBe("");
        // What a translation that lacks a placeholder, or a text that lacks a value, would leave.
        expect(part).not.toMatch(/[{}]|undefined|null|NaN|\[object/);
      }
    }
    expect(log.mock.calls.filter(([line]) => String(line).includes("message_missing"))).toEqual([]);
  });

  it.each(["en", "ar"] as const)("each email is valid HTML in %s", async (locale) => {
    const ctx = openTestShop().ctx();
    for (const example of emailExamples) {
      const { html } = await previewEmail(ctx, { example, locale });
      expect(await findEmailErrors(html)).toEqual([]);
      expect(html).not.toMatch(/<script|javascript:|http-equiv/);
      // Gmail cuts longer ones off.
      expect(html.length).toBeLessThan(102_000 / 4);
    }
  });

  it.each(emailExamples)(
    "each email has text of lines that no program breaks: %s",
    async (example) => {
      const { text } = await previewEmail(openTestShop().ctx(), { example, locale: "en" });
      expect(text.split("\n").filter((line) => line.length > 78)).toEqual([]);
    },
  );
});
