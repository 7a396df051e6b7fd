import { expect, test } from "vitest";
import type { Locale } from "../../worker/shared/locales.ts";
import { needsDocument } from "./needs-document.ts";

const all: Locale[] = ["en", "de", "fr"];

test.each<[from: string, to: string, locale: string, chosen: string | null, Locale[], boolean]>([
  ["/", "/library", "fr", "fr", all, false],
  ["/admin", "/preview/p/prd_1", "de", "de", all, false],
  ["/", "/admin", "de", "de", all, false],
  ["/", "/admin", "fr", "fr", all, true],
  ["/", "/admin", "en", "fr", all, false],
  ["/admin", "/", "en", "fr", all, true],
  ["/admin", "/", "en", null, all, true],
  ["/admin", "/", "de", "de", all, false],
  ["/admin", "/", "de", "de", ["en"], true],
  ["/", "/admin", "en", "de", ["en"], true],
])(
  "from %s to %s, a document in %s for a reader of %s in a shop with %j is another one: %s",
  (from, to, locale, chosen, offered, expected) => {
    expect(needsDocument({ from, to, locale, chosen, offered })).toBe(expected);
  },
);
