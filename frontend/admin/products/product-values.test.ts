import { setupI18n } from "@lingui/core";
import { describe, expect, test } from "vitest";
import { ApiError } from "../../http/errors.ts";
import { mergeEdits } from "../form/merge-edits.ts";
import { createBenefitValues } from "./benefit-form-values.ts";
import type { EditablePrice, EditableProduct } from "./editor-queries.ts";
import { toDuplicate } from "./duplicate-product.ts";
import { createPriceValues } from "./price-values.ts";
import {
  mergeBenefits,
  mergePrices,
  toFieldProblems,
  toProductRequest,
  toProductValues,
  type ProductValues,
} from "./product-values.ts";

const i18n = setupI18n({ locale: "en", messages: { en: {} } });

const monthly = {
  id: "prc_1",
  active: true,
  model: "fixed",
  type: "recurring",
  amountMinor: 900,
  currency: "usd",
  interval: "month",
  intervalCount: 1,
  trialDays: 14,
  presetMinor: null,
} as EditablePrice;

const product = {
  name: "Tide",
  slug: "tide",
  tagline: "",
  description: "",
  image: null,
  planGroup: null,
  prices: [monthly],
  benefits: [
    {
      id: "bnf_1",
      version: "v1",
      type: "link",
      name: "Chat",
      settings: { note: "Ask" },
      pages: [],
    },
    {
      id: "bnf_2",
      version: "v2",
      type: "page",
      name: "Course",
      settings: {},
      pages: [{ id: "pag_1" }],
    },
  ],
} as unknown as EditableProduct;

const saved = toProductValues(product);
const draft = { isPublished: false, needsPrice: false };
const publishing = { isPublished: true, needsPrice: true };

const request = (changes: Partial<typeof saved>, options = draft) => {
  const result = toProductRequest(i18n, { ...saved, ...changes }, saved, options);
  if ("problems" in result) throw new Error(JSON.stringify(result.problems));
  return result.request;
};
const problemsOf = (changes: Partial<typeof saved>, options = publishing) => {
  const result = toProductRequest(i18n, { ...saved, ...changes }, saved, options);
  return "problems" in result ? result.problems.map(({ path }) => path) : [];
};

const [price] = saved.prices;
const [chat, course] = saved.benefits;

describe("what is sent", () => {
  test("a save sends nothing but the details if nothing else changed", () => {
    expect(request({})).toMatchObject({ prices: [], newPrices: [], areBenefitsChanged: false });
  });

  test("archives a price whose amount changed, and adds a new one", () => {
    expect(request({ prices: [{ ...price!, amountMinor: "12" }] })).toMatchObject({
      prices: [{ id: "prc_1", active: false }],
      newPrices: [{ type: "recurring", interval: "month", amountMinor: 1200, trialDays: 14 }],
    });
  });

  test("archives and offers prices without changing them", () => {
    expect(request({ prices: [{ ...price!, active: false }] })).toMatchObject({
      prices: [{ id: "prc_1", active: false }],
      newPrices: [],
    });
  });

  test("a saved product leaves out an empty price of a draft, which publishing refuses at its field", () => {
    const empty = createPriceValues("new-1", price);
    expect(empty).toMatchObject({ kind: "year", currency: "usd", trialDays: "14" });
    expect(request({ prices: [price!, empty] }).newPrices).toEqual([]);
    expect(problemsOf({ prices: [price!, empty] })).toEqual(["prices.new-1.amountMinor"]);
    expect(problemsOf({ prices: [] })).toEqual(["prices"]);
  });

  test("a save names every amount that is not a number", () => {
    const wrong = ["a", "b"].map((key) => ({ ...createPriceValues(key), amountMinor: "nine" }));
    expect(problemsOf({ prices: wrong }, draft)).toEqual([
      "prices.a.amountMinor",
      "prices.b.amountMinor",
    ]);
  });

  test("publishing an empty product names all that is missing at once, and not the URL, which follows", () => {
    const empty = toProductValues(null);
    expect(problemsOf({ ...empty })).toEqual(["name", "prices.first.amountMinor"]);
  });

  test("a saved product has only the benefits that changed, and the order of pages only if it changed", () => {
    const { benefits, areBenefitsChanged } = request({
      benefits: [{ ...course!, name: "Lessons" }, chat!],
    });
    expect(areBenefitsChanged).toBe(true);
    expect(benefits).toEqual([
      {
        id: "bnf_2",
        version: "v2",
        benefit: { type: "page", name: "Lessons", settings: {}, newPages: [] },
      },
      { id: "bnf_1" },
    ]);
  });

  test("a saved product contains the pages that were written, without empty ones", () => {
    const page = createBenefitValues(i18n, "new-2", "page", "Tide");
    const written = { key: "p", title: "Begin", body: "Text" };
    const { benefits } = request(
      { benefits: [{ ...page, newPages: [...page.newPages, written] }] },
      publishing,
    );
    expect(benefits[0]!.benefit).toMatchObject({
      newPages: [{ title: "Begin", body: "Text", isPublished: true }],
    });
  });
});

test("the server's errors are shown at the fields of the rows that they are about", () => {
  const page = createBenefitValues(i18n, "new-2", "page", "Tide");
  const values = {
    ...saved,
    benefits: [
      chat!,
      { ...page, newPages: [...page.newPages, { key: "p", title: "", body: "x" }] },
    ],
  };
  const paths = [
    "slug",
    "newPrices.0.currency",
    "prices.0.amountMinor",
    "benefits.0.benefit.settings.url",
    "benefits.1.benefit.newPages.0.title",
    "benefits",
  ];
  const error = new ApiError(
    422,
    { code: "invalid_input", fields: paths.map((path) => ({ path, message: "Wrong" })) },
    undefined,
  );
  expect(toFieldProblems(error, values, ["new-1"]).map(({ path }) => path)).toEqual([
    "slug",
    "prices.new-1.currency",
    "prices.new-1.amountMinor",
    "benefits.bnf_1.settings.url",
    "benefits.new-2.newPages.p.title",
    "benefits",
  ]);
});

describe("after someone else saved", () => {
  const merge = (mine: Partial<ProductValues>, theirs: Partial<ProductValues>) =>
    mergeEdits(
      { base: saved, mine: { ...saved, ...mine }, theirs: { ...saved, ...theirs } },
      { prices: mergePrices, benefits: mergeBenefits },
    );
  const theirs = { ...createBenefitValues(i18n, "bnf_3", "link", ""), benefitId: "bnf_3" };

  test("their added benefits are kept, their removed ones stay away, and mine replace theirs", () => {
    const mine = { ...chat!, name: "Forum" };
    const added = createBenefitValues(i18n, "new-1", "feature", "");
    const current = [{ ...chat!, name: "Theirs", version: "v9" }, theirs];
    const { merged, conflicts } = merge(
      { benefits: [mine, course!, added] },
      { benefits: current },
    );
    expect(conflicts).toEqual([{ path: "benefits.bnf_1.name", mine: "Forum", theirs: "Theirs" }]);
    expect(merged.benefits.map(({ key, name, version }) => [key, name, version])).toEqual([
      ["bnf_1", "Forum", "v9"],
      ["new-1", "", null],
      ["bnf_3", "", null],
    ]);
  });

  test("a benefit that I did not change is theirs", () => {
    const current = [{ ...chat!, name: "Theirs", version: "v9" }, course!];
    expect(merge({}, { benefits: current }).merged.benefits).toEqual(current);
  });

  test("their prices are kept beside mine", () => {
    const mine = createPriceValues("new-1");
    const current = [
      { ...price!, active: false },
      { ...price!, key: "prc_2", priceId: "prc_2" },
    ];
    const { merged } = merge({ prices: [price!, mine] }, { prices: current });
    expect(merged.prices.map(({ key, active }) => [key, active])).toEqual([
      ["prc_1", false],
      ["new-1", true],
      ["prc_2", true],
    ]);
  });
});

test("a copy of a product is a draft of its own that shares the benefits", () => {
  const archived = { ...monthly, id: "prc_2", active: false };
  const copy = toDuplicate(i18n, { ...product, prices: [monthly, archived] }, "ab12");
  expect(copy.details).toMatchObject({ name: "Tide (copy)", slug: "tide-copy-ab12" });
  expect(copy.prices).toEqual([]);
  expect(copy.newPrices).toMatchObject([{ type: "recurring", amountMinor: 900, trialDays: 14 }]);
  expect(copy.benefits).toEqual([{ id: "bnf_1" }, { id: "bnf_2" }]);
});
