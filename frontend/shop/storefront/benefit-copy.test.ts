import { setupI18n } from "@lingui/core";
import { expect, test } from "vitest";
import { describeBenefit } from "./benefit-copy.ts";

const i18n = setupI18n({ locale: "en", messages: { en: {} } });

const cases: [Parameters<typeof describeBenefit>[1], string | null][] = [
  [{ type: "feature", limit: null }, null],
  [{ type: "feature", limit: { amount: 1200, perSeat: false } }, "Up to 1,200"],
  [{ type: "feature", limit: { amount: 2, perSeat: true } }, "2 for each seat"],
  [
    { type: "license_key", activations: { amount: 3, perSeat: false } },
    "License key for 3 devices",
  ],
  [
    { type: "license_key", activations: { amount: 1, perSeat: true } },
    "License key for 1 device per seat",
  ],
  [{ type: "license_key", activations: null }, "License key for any number of devices"],
  [{ type: "page", pages: [{ slug: "a", title: "A" }] }, "1 page"],
  [{ type: "download", files: 2, formats: ["PDF", "EPUB"] }, "Download: PDF and EPUB, 2 files"],
  [{ type: "download", files: 1, formats: ["PDF"] }, "Download: PDF"],
  [{ type: "download", files: 3, formats: [] }, "Download: 3 files"],
  [{ type: "download", files: 0, formats: [] }, "Download"],
  [{ type: "link" }, null],
];

test.each(cases)("%o", (detail, expected) => expect(describeBenefit(i18n, detail)).toBe(expected));
