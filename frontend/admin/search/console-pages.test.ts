import { setupI18n } from "@lingui/core";
import { expect, test } from "vitest";
import { findPlaces, pages } from "./console-pages.ts";

const i18n = setupI18n({ locale: "en", messages: { en: {} } });
const titlesOf = (text: string) => findPlaces(i18n, pages, "owner", text).map(({ title }) => title);

test.each([
  ["churn", "Overview"],
  ["chargeback", "Orders"],
  ["export", "Customers"],
  ["webhok", "Webhook endpoints"],
  ["cuopon", "Discount codes"],
])("the word %s finds the page %s", (text, title) => {
  expect(titlesOf(text)).toContain(title);
});

test("the page that is named exactly so is first, and typing errors find nothing where a word does", () => {
  expect(titlesOf("tax")[0]).toBe("Tax");
  expect(titlesOf("zzzz")).toEqual([]);
  expect(titlesOf("teams")).toContain("Team");
});
