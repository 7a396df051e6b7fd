import { describe, expect, test } from "vitest";
import packageFile from "../../../../package.json?raw";
import { legalPages } from "../../../../worker/shared/legal-pages.ts";
import { findMarkdownError } from "../../../../worker/shared/markdown.ts";
import { retention } from "../../../../worker/shared/retention.ts";
import deEmails from "../../../../locales/de/emails.po?raw";
import enEmails from "../../../../locales/en/emails.po?raw";
import frEmails from "../../../../locales/fr/emails.po?raw";
import type { LegalFacts } from "./collect-facts.ts";
import { fillTemplate, listGaps } from "./fill-template.ts";
import { measuredAccessibility } from "./measured-accessibility.ts";
import { findTemplateVersion, makePage } from "./templates.ts";

const seller = {
  name: "Tidewater [Field] Notes",
  street: "Hafenstraße 1",
  postalCode: "20457",
  city: "Hamburg",
  country: "DE",
  vatId: "DE123456789",
  phone: "+49 40 123456",
};
const facts: LegalFacts = {
  origin: "https://tidewater.example",
  supportEmail: "help@tidewater.example",
  seller,
  signIn: ["Google", "GitHub"],
  emailSender: "resend",
  soldByLink: false,
  sessionDays: 30,
  days: { EVENT_DAYS: 90, EVENT_PAYLOAD_DAYS: 45 },
};
const nothing: LegalFacts = {
  ...facts,
  supportEmail: null,
  seller: {
    name: "",
    street: "",
    postalCode: "",
    city: "",
    country: "",
    vatId: "",
    phone: "",
  },
  signIn: [],
  emailSender: null,
  soldByLink: true,
};
const everyLanguage = { default: "en", offered: ["en", "de", "fr", "ja", "pt-BR"] } as const;
const german = { default: "de", offered: ["de"] } as const;
const now = Date.parse("2026-12-01T10:00:00Z");

const make = (page: (typeof legalPages)[number], given = facts, languages = everyLanguage) =>
  makePage(page, { ...languages, offered: [...languages.offered] }, given, now);
const withTemplate = legalPages.filter((page) => findTemplateVersion(page) !== null);

test("each page that a law asks for has a template", () => {
  expect(legalPages.filter((page) => !withTemplate.includes(page))).toEqual(["refunds"]);
});

describe.each(withTemplate)("the template of the page %s", (page) => {
  test.each([
    ["all that the shop can know", facts],
    ["nothing", nothing],
  ])("a page is made in each language from %s", (_, given) => {
    const { text, translations } = make(page, given);
    for (const made of [text, ...translations.map((each) => each.text)]) {
      expect(made).not.toMatch(/\{\{|\}\}|undefined|^version:/);
      expect(made.length).toBeGreaterThan(300);
      expect(made.length).toBeLessThan(50_000);
      expect(findMarkdownError(made)).toBeNull();
    }
  });

  test("what is missing is named in double brackets", () => {
    expect(listGaps(make(page, nothing).text).length).toBeGreaterThan(
      listGaps(make(page).text).length,
    );
  });
});

test.each([
  ["imprint", ["en", "de", "fr"]],
  ["terms", ["en", "de"]],
  ["privacy", ["en", "de"]],
  ["withdrawal", ["en", "de", "fr"]],
  ["accessibility", ["en", "de"]],
  ["japan", ["en", "ja"]],
  ["brazil", ["en", "pt-BR"]],
] as const)("the page %s is made in the languages %s", (page, locales) => {
  const made = make(page).translations.map(({ locale }) => locale);
  expect(["en", ...made].toSorted()).toEqual([...locales].toSorted());
});

test("a German imprint has the seller’s data, and asks for the register and who represents a company", () => {
  const { text } = makePage("imprint", { ...german, offered: ["de"] }, facts, now);
  expect(text).toContain(
    "Tidewater \\[Field\\] Notes\\\nHafenstraße 1\\\n20457 Hamburg\\\nDeutschland",
  );
  expect(text).toContain("DE123456789");
  expect(listGaps(text).map((gap) => gap.split(/[ :,.]/)[0])).toEqual(["Nur", "Register"]);
});

test("the privacy page says how long each kind of personal data is kept in this shop", () => {
  const { text } = make("privacy");
  expect(text).toContain("until 90 days after their arrival");
  expect(text).toContain("until 45 days after their arrival");
  const personal = Object.values(retention).filter(({ ground }) => ground !== null);
  expect(text.match(/Art\. 6\(1\)\([bcf]\) GDPR\): /g)).toHaveLength(personal.length);
});

test("the privacy page names who gets data, and nobody else", () => {
  const names = (given: LegalFacts) =>
    [
      ...make("privacy", given)
        .text.split("## Who gets it")[1]!
        .matchAll(/^- \*\*([^*]+)\*\*(?: \(| sends|: if|,)/gm),
    ].map(([, name]) => name);
  expect(names(facts)).toEqual(["Cloudflare, Inc.", "Stripe", "Google and GitHub", "Resend"]);
  expect(names({ ...nothing, emailSender: "cloudflare" })).toEqual([
    "Cloudflare, Inc.",
    "Stripe",
    "Link",
    "Cloudflare",
  ]);
});

test.each([
  ["English", make("withdrawal").text, enEmails],
  ["German", make("withdrawal").translations[0]!.text, deEmails],
  ["French", make("withdrawal").translations[1]!.text, frEmails],
])("the model form in %s is that of the emails", (_, text, catalog) => {
  const lines = [...catalog.matchAll(/^msgid "[^"]*\(\*\)[^"]*"\nmsgstr "([^"]*)"/gm)].map(
    ([, line]) => line!,
  );
  expect(lines.length).toBeGreaterThanOrEqual(3);
  const form = text.replaceAll("\\*", "*");
  expect(lines.filter((line) => !form.includes(line))).toEqual([]);
});

test("the accessibility statement names the version of axe-core that the journeys run", () => {
  expect(packageFile).toContain(`"axe-core": "${measuredAccessibility.axeVersion}"`);
});

test("a template that names an unknown fact, or has no words for a gap, is refused", () => {
  expect(() => fillTemplate("{{nothing|Gap}}", {})).toThrow("nothing");
  expect(() => fillTemplate("{{name}}", { name: "" })).toThrow("name");
});
