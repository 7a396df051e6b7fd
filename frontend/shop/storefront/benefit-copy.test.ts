import { expect, test } from "vitest";
import { describeBenefit } from "./benefit-copy.ts";

const cases: [Parameters<typeof describeBenefit>[0], string | null][] = [
  [{ type: "feature", limit: null }, null],
  [{ type: "feature", limit: { amount: 1200, perSeat: false } }, "Up to 1,200"],
  [{ type: "feature", limit: { amount: 2, perSeat: true } }, "Up to 2 per seat"],
  [
    { type: "license_key", activations: { amount: 3, perSeat: false } },
    "License key, for 3 devices",
  ],
  [
    { type: "license_key", activations: { amount: 1, perSeat: true } },
    "License key, for 1 device for each seat",
  ],
  [{ type: "license_key", activations: null }, "License key, for any number of devices"],
  [{ type: "page", pages: [{ slug: "a", title: "A" }] }, "Members’ page"],
  [{ type: "download", files: 2, formats: ["PDF", "EPUB"] }, "Download, PDF and EPUB, 2 files"],
  [{ type: "download", files: 1, formats: ["PDF"] }, "Download, PDF"],
  [{ type: "download", files: 3, formats: [] }, "Download, 3 files"],
  [{ type: "download", files: 0, formats: [] }, "Download"],
  [{ type: "link" }, null],
];

test.each(cases)("%o", (detail, expected) => expect(describeBenefit(detail)).toBe(expected));
