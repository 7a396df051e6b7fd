import type { I18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { ApiError } from "../../http/errors.ts";
import { noMedia, type ProductMedia } from "../../../worker/shared/product-media.ts";
import { toBenefitFormValues, toNewBenefit } from "./benefit-form-values.ts";
import { isBlankPage, type BenefitFormValues } from "./benefits/benefit-part.ts";
import type { EditableProduct, NewPrice, ProductRequest, SavedBenefit } from "./editor-queries.ts";
import type { MergeRows } from "../form/merge-edits.ts";
import { areSameTranslations, type Translations } from "../translations/translation-values.ts";
import {
  createPriceValues,
  hasOtherTerms,
  isBlankPrice,
  toNewPrice,
  toPriceValues,
  type PriceValues,
} from "./price-values.ts";

/** Everything on the screen of a new product. */
const emptyProduct = {
  /** The version that an edit begins from. */
  updatedAt: 0,
  name: "",
  slug: "",
  tagline: "",
  description: "",
  image: "",
  media: noMedia,
  planGroup: "",
  /** Stripe's; blank leaves it to Stripe. */
  taxCode: "",
  /** The products that are offered beside it. */
  addOns: [] as string[],
  /** The products that it includes. */
  parts: [] as string[],
  /** Its texts in other languages. */
  translations: {} as Translations<"name" | "tagline" | "description">,
  prices: [createPriceValues("first")],
  benefits: [] as BenefitFormValues[],
};

/** Everything on the screen of a product. */
export type ProductValues = typeof emptyProduct;

/** A field and what is wrong with it. Paths name rows by their keys: `prices.prc_1.amountMinor`. */
export type FieldProblem = { path: string; message: string };

/**
 * Returns the values of a product, those that are offered first. A product without a price has an empty row for one.
 */
export function toProductValues(product: EditableProduct | null): ProductValues {
  if (!product) return emptyProduct;
  const { updatedAt, name, slug, tagline, description, image, media } = product;
  const { planGroup, taxCode, translations, benefits } = product;
  // Prices that were saved together are as old as each other.
  const prices = product.prices
    .toSorted((a, b) => a.createdAt - b.createdAt || a.amountMinor - b.amountMinor)
    .map(toPriceValues);
  return {
    updatedAt,
    name,
    slug,
    tagline,
    description,
    image: image ?? "",
    media: media ?? noMedia,
    planGroup: planGroup ?? "",
    taxCode: taxCode ?? "",
    addOns: product.addOns ?? [],
    parts: product.parts ?? [],
    translations,
    prices: prices.some(({ active }) => active) ? prices : [...prices, ...emptyProduct.prices],
    benefits: benefits.map(toBenefitFormValues),
  };
}

const isSameMedia = (one: ProductMedia, other: ProductMedia) =>
  JSON.stringify(one) === JSON.stringify(other);

type SaveOptions = { isPublished: boolean; needsPrice: boolean };

/** An empty row is not saved: in a draft, and the one that a product without prices begins with. */
const canBeOmitted = (row: PriceValues, { isPublished, needsPrice }: SaveOptions) =>
  isBlankPrice(row) && !needsPrice && (!isPublished || row.key === "first");

/**
 * Converts the form's values to what is sent.
 * @param options.isPublished whether pages that were written here are published at once
 * @param options.needsPrice whether the product is published, which takes a price
 * @returns the request, or the fields that are wrong
 */
export function toProductRequest(
  i18n: I18n,
  values: ProductValues,
  saved: ProductValues,
  options: SaveOptions,
): { request: ProductRequest } | { problems: FieldProblem[] } {
  const { name, slug, tagline, description, image, media, planGroup, taxCode } = values;
  const details = {
    name,
    slug,
    tagline,
    description,
    image: image.trim() || null,
    media: isSameMedia(media, noMedia) ? null : media,
    planGroup: planGroup.trim() || null,
    taxCode: taxCode || null,
    addOns: values.addOns.length > 0 ? values.addOns : null,
    parts: values.parts.length > 0 ? values.parts : null,
    ...(!areSameTranslations(values.translations, saved.translations) && {
      translations: values.translations,
    }),
  };
  const prices: ProductRequest["prices"] = [];
  const newPrices: NewPrice[] = [];
  const priceKeys: string[] = [];
  const problems: FieldProblem[] = [];
  // Before the server says it, so that all that is missing is said at once. The URL follows from the name.
  if (name.trim() === "") problems.push({ path: "name", message: i18n._(msg`Enter a name.`) });
  for (const row of values.prices) {
    const before = saved.prices.find(({ key }) => key === row.key && row.priceId !== null);
    const isReplaced = before !== undefined && row.active && hasOtherTerms(row, before);
    if (before && (isReplaced || before.active !== row.active))
      prices.push({ id: before.key, active: row.active && !isReplaced });
    if ((before && !isReplaced) || canBeOmitted(row, options)) continue;
    const result = toNewPrice(i18n, row);
    if ("price" in result) {
      newPrices.push(result.price);
      priceKeys.push(row.key);
    } else
      problems.push(
        ...result.problems.map(({ path, message }) => ({
          path: `prices.${row.key}.${path}`,
          message,
        })),
      );
  }
  if (options.needsPrice && !values.prices.some(({ active }) => active))
    problems.push({
      path: "prices",
      message: i18n._(msg`Add a price. For a free product, enter 0.`),
    });
  if (problems.length > 0) return { problems };
  const benefits = values.benefits.map((row) =>
    toSavedBenefit(
      row,
      saved.benefits.find(({ key }) => key === row.key),
      options,
    ),
  );
  const areBenefitsChanged =
    benefits.some(({ benefit }) => benefit) ||
    benefits.map(({ id }) => id).join() !== saved.benefits.map(({ key }) => key).join();
  return { request: { details, prices, newPrices, benefits, areBenefitsChanged, priceKeys } };
}

function toSavedBenefit(
  row: BenefitFormValues,
  saved: BenefitFormValues | undefined,
  options: { isPublished: boolean },
): SavedBenefit {
  const { benefitId, version } = row;
  if (benefitId === null) return { benefit: toNewBenefit(row, options) };
  if (!saved || version === null || !isBenefitChanged(row, saved)) return { id: benefitId };
  const benefit = toNewBenefit(row, options);
  // Sent only if the order was changed here: another member may have added a page in the meantime.
  if (benefit.type === "page" && row.pageIds.join() === saved.pageIds.join())
    delete benefit.pageIds;
  const { translations } = row;
  return {
    id: benefitId,
    version,
    benefit,
    ...(!areSameTranslations(translations, saved.translations) && { translations }),
  };
}

/** Whether saving changes the benefit; keys to import are sent later. */
function isBenefitChanged(row: BenefitFormValues, saved: BenefitFormValues): boolean {
  const parts = ({ keys: _keys, newPages, ...rest }: BenefitFormValues) =>
    JSON.stringify([rest, newPages.filter((page) => !isBlankPage(page))]);
  return parts(row) !== parts(saved);
}

/**
 * Returns the server's field errors with the paths of this form: `newPrices.0.amountMinor` and
 * `benefits.1.benefit.settings.url` become paths with the keys of the rows.
 */
export function toFieldProblems(
  error: ApiError,
  { benefits }: ProductValues,
  priceKeys: string[],
): FieldProblem[] {
  return error.fields.map(({ path, message }) => {
    const [area = "", index = "", ...rest] = path.split(".");
    if (area === "newPrices" || (area === "prices" && index !== ""))
      return { path: ["prices", priceKeys[Number(index)], ...rest].join("."), message };
    const row = area === "benefits" ? benefits[Number(index)] : undefined;
    if (!row || index === "") return { path, message };
    const [first, pageIndex = "", ...more] = rest[0] === "benefit" ? rest.slice(1) : rest;
    const written = row.newPages.filter((page) => !isBlankPage(page));
    const names =
      first === "newPages"
        ? [first, written[Number(pageIndex)]?.key, ...more]
        : [first, pageIndex, ...more].filter(Boolean);
    return { path: ["benefits", row.key, ...names].join("."), message };
  });
}

const hasKey = (rows: { key: string }[], { key }: { key: string }) =>
  rows.some((each) => each.key === key);

/**
 * Which benefits there are after another member saved theirs: what they removed is gone, and what they added is there.
 * `mergeEdits` merges the fields of each.
 */
export const mergeBenefits: MergeRows<BenefitFormValues> = (mine, base, theirs) => [
  ...mine.filter((row) => hasKey(theirs, row) || !hasKey(base, row)),
  ...theirs.filter((row) => !hasKey(base, row) && !hasKey(mine, row)),
];

/** Does the same for prices. A saved price is never removed here, only taken off sale. */
export const mergePrices: MergeRows<PriceValues> = (mine, _, theirs) => [
  ...mine.filter((row) => row.priceId === null || hasKey(theirs, row)),
  ...theirs.filter((row) => row.priceId !== null && !hasKey(mine, row)),
];

/** Puts keys that were not imported back into their rows. */
export function restoreKeys(
  rows: BenefitFormValues[],
  problems: { benefitId: string; keys: string }[],
): BenefitFormValues[] {
  return rows.map((row) => ({
    ...row,
    keys: problems.find(({ benefitId }) => benefitId === row.benefitId)?.keys ?? row.keys,
  }));
}
