import type { Ctx } from "../../worker/context.ts";
import { saveProduct } from "../../worker/admin/products/save-product.ts";
import { showEditableProduct } from "../../worker/admin/products/show-editable-product.ts";
import { showPageSource } from "../../worker/admin/pages/list-pages.ts";
import { updatePage } from "../../worker/admin/pages/update-page.ts";
import { findProductBySlug } from "../../worker/catalog/store.ts";
import { findPageBySlug } from "../../worker/delivery/pages/store.ts";
import type { Locale } from "../../worker/shared/locales.ts";
import { readShopSettings, saveShopDetails } from "../../worker/settings/shop-settings.ts";
import { readTranslatedPage, readTranslatedProduct } from "./content.ts";
import { withShop, type ShopEnvironment } from "../shop/with-shop.ts";

const PRODUCT = "field-handbook";
const PAGE = "one-page-of-advice";

/** The languages that the demo shop has texts in. */
const seededLocales = ["de", "ja"] as const satisfies Locale[];

const lines: Record<(typeof seededLocales)[number], string> = {
  de: "Tonaufnahmen aus der Natur, und wie man sie macht",
  ja: "野外録音と、その録り方",
};

type BenefitTexts = { name: string; note?: string };

/** The benefits of the handbook, by their English name. */
const benefits: Record<string, Record<(typeof seededLocales)[number], BenefitTexts>> = {
  "The handbook": {
    de: {
      name: "Das Handbuch",
      note: "Auf Papier 212 Seiten, in dieser Vorführung ein paar weniger.",
    },
    ja: { name: "ハンドブック本体", note: "紙では212ページ。このデモでは少し短くなっています。" },
  },
  "Companion recordings": {
    de: {
      name: "Aufnahmen zum Buch",
      note: "Die ersten drei von einundvierzig, für diese Vorführung gekürzt.",
    },
    ja: { name: "付属の録音", note: "41点のうち最初の3点です。デモのため短くしてあります。" },
  },
  "Tidebook, the logbook app for the field": {
    de: {
      name: "Tidebook, die Logbuch-App für unterwegs",
      note: "Fügen Sie den Schlüssel in der App ein. Sie funktioniert auch ohne Netz.",
    },
    ja: {
      name: "Tidebook（野外用の記録アプリ）",
      note: "キーをアプリに貼り付けてください。電波の届かない場所でも使えます。",
    },
  },
  "Errata and field notes": {
    de: { name: "Errata und Feldnotizen" },
    ja: { name: "正誤表とフィールドノート" },
  },
  "The readers' map of quiet places": {
    de: {
      name: "Die Karte der stillen Orte",
      note: "Von Leserinnen und Lesern gepflegt. Tragen Sie Ihre Orte ein, und schließen Sie das Gatter.",
    },
    ja: {
      name: "読者がつくる静かな場所の地図",
      note: "読者が更新しています。あなたの場所も加えてください。柵の門は閉めてください。",
    },
  },
  "Questions to the authors, each year": {
    de: { name: "Fragen an die Autoren, jedes Jahr" },
    ja: { name: "著者への質問（毎年）" },
  },
  "Every later edition": {
    de: { name: "Alle späteren Auflagen" },
    ja: { name: "今後のすべての版" },
  },
};

/**
 * Gives a product, a page and the shop's line of the demo shop texts in German and Japanese, with the same verbs as the
 * console. Does nothing where they are there already.
 */
export async function seedTranslations(environment: ShopEnvironment): Promise<void> {
  await withShop(environment, "seed", async (newCtx) => {
    await translateLine(newCtx());
    await translateHandbook(newCtx());
    await translatePage(newCtx());
  });
}

async function translateLine(ctx: Ctx): Promise<void> {
  const { name, line, supportEmail } = await readShopSettings(ctx);
  const translations = mapLocales((locale) => ({ line: lines[locale] }));
  await saveShopDetails(ctx, { name, line, supportEmail, translations });
}

async function translateHandbook(ctx: Ctx): Promise<void> {
  const row = await findProductBySlug(ctx.db, PRODUCT);
  if (!row) return;
  const product = await showEditableProduct(ctx, { id: row.id });
  const { id, slug, name, tagline, description, image, planGroup, updatedAt } = product;
  await saveProduct(ctx, {
    id,
    slug,
    name,
    tagline,
    description,
    image,
    planGroup,
    updatedAt,
    translations: mapLocales((locale) => readTranslatedProduct(locale, PRODUCT)),
    benefits: product.benefits.map((benefit) => {
      const texts = benefits[benefit.name];
      if (!texts) return { id: benefit.id };
      return { id: benefit.id, version: benefit.version, translations: texts };
    }),
  });
}

async function translatePage(ctx: Ctx): Promise<void> {
  const row = await findPageBySlug(ctx.db, PAGE);
  if (!row) return;
  const { id, slug, title, excerpt, body, isFree, updatedAt } = await showPageSource(ctx, row);
  const translations = mapLocales((locale) => readTranslatedPage(locale, PAGE));
  await updatePage(ctx, { id, slug, title, excerpt, body, isFree, updatedAt, translations });
}

function mapLocales<Texts>(
  translate: (locale: (typeof seededLocales)[number]) => Texts,
): Record<(typeof seededLocales)[number], Texts> {
  return { de: translate("de"), ja: translate("ja") };
}
