import { resolve } from "node:path";
import { defineConfig } from "@lingui/conf";
import { formatter } from "@lingui/format-po";
import { createSwcExtractor } from "@lingui/native-tools";
import { locales, pseudoLocale, sourceLocale } from "../worker/shared/locales.ts";

/** Parts of the shell that only a page shows, so that its catalog is there. */
const rarelyShown = ["frontend/shell/{load-error,error-notice}.tsx"];

/** The page of the seats of a purchase. */
const seatsPage = ["frontend/shop/billing/{seats-page,seat-domains}.tsx"];

/** Parts that only the console has. */
const consoleParts = [
  "frontend/ui/sortable",
  "frontend/ui/{code-block,file-button}.tsx",
  "frontend/ui/field/{color-field,currency-field,insert-picture-dialog,markdown-field,markdown-toolbar}.tsx",
];

/**
 * The message catalogs, one file for each language and part of the shop. `npm run messages` writes new messages of the
 * code into them; translators edit them (docs/guides/translating.md).
 */
export default defineConfig({
  rootDir: resolve(import.meta.dirname, ".."),
  locales: [...locales, pseudoLocale],
  sourceLocale,
  runtimeConfigModule: { Trans: ["#trans", "Trans"], useLingui: ["#lingui", "useLingui"] },
  // 40 % longer, as a German sentence often is.
  pseudoLocale: { locale: pseudoLocale, prepend: "⟦", append: "⟧", extend: 0.4 },
  fallbackLocales: { [pseudoLocale]: sourceLocale, default: sourceLocale },
  catalogs: [
    {
      // Around every page, and loaded with the app.
      path: "<rootDir>/locales/{locale}/shell",
      include: ["frontend/shell", "frontend/i18n"],
      exclude: rarelyShown,
    },
    {
      path: "<rootDir>/locales/{locale}/shop",
      include: [
        "frontend/messages",
        "frontend/http",
        "frontend/ui",
        ...rarelyShown,
        "frontend/shop/{catalog,checkout,legal,pages,sign-in,storefront}/**/*.{ts,tsx}",
      ],
      exclude: consoleParts,
    },
    {
      path: "<rootDir>/locales/{locale}/account",
      include: ["frontend/shop/{account,billing,gifts,library}/**/*.{ts,tsx}"],
      exclude: seatsPage,
    },
    {
      // A page that the Worker never draws, so that the Worker needs no words of it.
      path: "<rootDir>/locales/{locale}/seats",
      include: seatsPage,
    },
    {
      // Pages without scripts, which only the Worker draws.
      path: "<rootDir>/locales/{locale}/plain",
      include: ["frontend/plain"],
    },
    {
      path: "<rootDir>/locales/{locale}/console",
      include: ["frontend/admin", "frontend/preview", ...consoleParts],
    },
    {
      path: "<rootDir>/locales/{locale}/emails",
      // Also what Stripe's page says of the shop's own.
      include: [
        "worker/email",
        "worker/email-layout",
        "worker/identity/sign-in",
        "worker/checkout",
      ],
    },
  ],
  // No lines: a catalog changes only when a message does.
  format: formatter({ lineNumbers: false, origins: true }),
  orderBy: "message",
  extractors: [createSwcExtractor()],
});
