import type { I18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { ApiError } from "../../http/errors.ts";
import { toBenefitFormValues, toNewBenefit } from "./benefit-form-values.ts";
import { isBlankPage, type BenefitFormValues } from "./benefits/benefit-part.ts";
import type { EditableProduct, NewPrice, ProductRequest, SavedBenefit } from "./editor-queries.ts";
import {
  areSameTranslations,
  mergeTranslations,
  type Translations,
} from "../translations/translation-values.ts";
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
  name: "",
  slug: "",
  tagline: "",
  description: "",
  image: "",
  planGroup: "",
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
  const { name, slug, tagline, description, image, planGroup, translations, benefits } = product;
  // Prices that were saved together are as old as each other.
  const prices = product.prices
    .toSorted((a, b) => a.createdAt - b.createdAt || a.amountMinor - b.amountMinor)
    .map(toPriceValues);
  return {
    name,
    slug,
    tagline,
    description,
    image: image ?? "",
    planGroup: planGroup ?? "",
    translations,
    prices: prices.some(({ active }) => active) ? prices : [...prices, ...emptyProduct.prices],
    benefits: benefits.map(toBenefitFormValues),
  };
}

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
  const { name, slug, tagline, description, image, planGroup } = values;
  const details = {
    name,
    slug,
    tagline,
    description,
    image: image.trim() || null,
    planGroup: planGroup.trim() || null,
    ...(!areSameTranslations(values.translations, saved.translations) && {
      translations: values.translations,
    }),
  };
  const prices: ProductRequest["prices"] = [];
  const newPrices: NewPrice[] = [];
  const priceKeys: string[] = [];
  const problems: FieldProblem[] = [];
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

/**
 * Brings changed values up to date after another member saved the product: what was added there is added here, what was
 * removed there is removed, and an edited benefit replaces theirs.
 * @param base the product that the changes began from
 */
export function mergeBenefits(
  rows: BenefitFormValues[],
  base: BenefitFormValues[],
  current: BenefitFormValues[],
): BenefitFormValues[] {
  const find = (list: BenefitFormValues[], key: string) => list.find((each) => each.key === key);
  const kept = rows.flatMap((row) => {
    const theirs = find(current, row.key);
    if (theirs) {
      const before = find(base, row.key);
      return before && isBenefitChanged(row, before)
        ? {
            ...row,
            version: theirs.version,
            translations: mergeTranslations(
              row.translations,
              before.translations,
              theirs.translations,
            ),
          }
        : { ...theirs, keys: row.keys };
    }
    return find(base, row.key) ? [] : row;
  });
  const added = current.filter((row) => !find(base, row.key) && !find(rows, row.key));
  return [...kept, ...added];
}

/** Does the same for prices. */
export function mergePrices(
  rows: PriceValues[],
  base: PriceValues[],
  current: PriceValues[],
): PriceValues[] {
  const find = (list: PriceValues[], key: string) => list.find((each) => each.key === key);
  const kept = rows.flatMap((row) => {
    const theirs = find(current, row.key);
    const before = find(base, row.key);
    if (row.priceId === null) return row;
    if (!theirs) return [];
    return before && JSON.stringify(row) === JSON.stringify(before) ? theirs : row;
  });
  const added = current.filter((row) => row.priceId !== null && !find(rows, row.key));
  return [...kept, ...added];
}

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
