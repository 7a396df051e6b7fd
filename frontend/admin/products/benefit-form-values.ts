import type { I18n, MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { proposeSlug } from "../../../worker/lib/propose-slug.ts";
import type { Translations } from "../translations/translation-values.ts";
import type { EditableBenefit, NewBenefit } from "./editor-queries.ts";

export type BenefitType = EditableBenefit["type"];

/** What each type of benefit is called: where it is added, and as the name that a new one begins with. */
export const benefitTypes: Record<
  BenefitType,
  { name: MessageDescriptor; newName: MessageDescriptor | null }
> = {
  download: { name: msg`Download`, newName: msg`Download` },
  page: { name: msg`Members-only page`, newName: msg`Members-only pages` },
  license_key: { name: msg`License key`, newName: msg`License key` },
  feature: { name: msg`Feature`, newName: null },
  link: { name: msg`Link or note`, newName: null },
};

/** A page that is written with its benefit and created when the product is saved. */
export type NewPageValues = { key: string; title: string; body: string };

/** The values of one benefit in the form: the fields of all types, as text. */
export type BenefitFormValues = {
  /** Tells rows apart: the id of an existing benefit, or a made-up one. */
  key: string;
  /** Null for a new benefit. */
  benefitId: string | null;
  /** The version that the edit started from; null for a new benefit, and for one that is only added. */
  version: string | null;
  type: BenefitType;
  name: string;
  note: string;
  /** Its name and note in other languages. */
  translations: Translations<"name" | "note">;
  url: string;
  featureKey: string;
  limit: string;
  limitPerSeat: boolean;
  prefix: string;
  activationLimit: string;
  perSeat: boolean;
  usesLimit: string;
  expiresAfterDays: string;
  isNamed: boolean;
  isFromStock: boolean;
  /** Keys to import, one in a line. */
  keys: string;
  /** The existing pages, in order. */
  pageIds: string[];
  newPages: NewPageValues[];
  /** The files of a new download that are uploaded when it is saved. The browser keeps only their names. */
  fileNames: string[];
};

const emptyBenefitForm: BenefitFormValues = {
  key: "",
  benefitId: null,
  version: null,
  type: "link",
  name: "",
  note: "",
  translations: {},
  url: "",
  featureKey: "",
  limit: "",
  limitPerSeat: false,
  prefix: "",
  activationLimit: "",
  perSeat: false,
  usesLimit: "",
  expiresAfterDays: "",
  isNamed: false,
  isFromStock: false,
  keys: "",
  pageIds: [],
  newPages: [],
  fileNames: [],
};

/** Returns the values of a new benefit. A page benefit begins with one page to write. */
export function createBenefitValues(
  i18n: I18n,
  key: string,
  type: BenefitType,
  productName: string,
): BenefitFormValues {
  const { newName } = benefitTypes[type];
  return {
    ...emptyBenefitForm,
    key,
    type,
    name: newName === null ? "" : i18n._(newName),
    prefix: type === "license_key" ? proposePrefix(productName) : "",
    newPages: type === "page" ? [{ key: `${key}-1`, title: "", body: "" }] : [],
  };
}

/** Returns a prefix of license keys for a product: "Winter Tides" → "WINTER". */
export function proposePrefix(productName: string): string {
  const words = proposeSlug(productName).toUpperCase().split("-");
  const word = words.find((each) => /^[A-Z][A-Z0-9]+$/.test(each)) ?? "KEY";
  return word.slice(0, 6);
}

/** Changes a benefit's values. A new feature's key follows its name until it is typed. */
export function changeBenefitValues(
  values: BenefitFormValues,
  changes: Partial<BenefitFormValues>,
): BenefitFormValues {
  const { type, benefitId, name, featureKey } = values;
  const followsName = type === "feature" && benefitId === null && featureKey === proposeSlug(name);
  return {
    ...values,
    ...(followsName && changes.name !== undefined && { featureKey: proposeSlug(changes.name) }),
    ...changes,
  };
}

/** Converts a benefit to form values. */
export function toBenefitFormValues(benefit: EditableBenefit): BenefitFormValues {
  const { id, version, type, name, translations, pages } = benefit;
  const text = (value: number | undefined) => (value === undefined ? "" : String(value));
  const fields = {
    ...emptyBenefitForm,
    key: id,
    benefitId: id,
    version,
    type,
    name,
    note: benefit.settings.note ?? "",
    translations,
    pageIds: pages.map((page) => page.id),
  };
  switch (benefit.type) {
    case "link":
      return { ...fields, url: benefit.settings.url ?? "" };
    case "feature": {
      const { key, limit } = benefit.settings;
      return {
        ...fields,
        featureKey: key ?? "",
        limit: text(limit?.amount),
        limitPerSeat: limit?.perSeat ?? false,
      };
    }
    case "license_key": {
      const { settings } = benefit;
      return {
        ...fields,
        prefix: settings.prefix,
        activationLimit: text(settings.activationLimit),
        perSeat: settings.perSeat ?? false,
        usesLimit: text(settings.usesLimit),
        expiresAfterDays: text(settings.expiresAfterDays),
        isNamed: settings.isNamed ?? false,
        isFromStock: settings.isFromStock ?? false,
      };
    }
    default:
      return fields;
  }
}

/**
 * Converts form values to a benefit of the selected type. Empty fields are omitted.
 * @param options.isPublished whether new pages are published at once
 */
export function toNewBenefit(
  fields: BenefitFormValues,
  { isPublished }: { isPublished: boolean },
): NewBenefit {
  const { type, name } = fields;
  const note = fields.note.trim() ? { note: fields.note } : {};
  switch (type) {
    case "link":
      return { type, name, settings: { ...note, ...optionalText("url", fields.url.trim()) } };
    case "feature":
      return {
        type,
        name,
        settings: {
          ...note,
          ...optionalText("key", fields.featureKey.trim()),
          ...(fields.limit.trim() && {
            limit: { amount: Number(fields.limit), perSeat: fields.limitPerSeat },
          }),
        },
      };
    case "license_key":
      return {
        type,
        name,
        settings: {
          ...note,
          prefix: fields.prefix.trim(),
          ...optionalNumber("activationLimit", fields.activationLimit),
          ...optionalNumber("usesLimit", fields.usesLimit),
          ...optionalNumber("expiresAfterDays", fields.expiresAfterDays),
          ...(fields.perSeat && { perSeat: true }),
          ...(fields.isNamed && { isNamed: true }),
          ...(fields.isFromStock && { isFromStock: true }),
        },
      };
    case "page":
      return {
        type,
        name,
        settings: note,
        pageIds: fields.pageIds,
        newPages: fields.newPages
          .filter((page) => !isBlankPage(page))
          .map(({ title, body }) => ({ title, body, isPublished })),
      };
    case "download":
      return { type, name, settings: note };
  }
}

/** Whether nothing was typed into a new page. It is not created. */
export const isBlankPage = ({ title, body }: NewPageValues): boolean =>
  title.trim() === "" && body.trim() === "";

function optionalText<Name extends string>(
  name: Name,
  value: string,
): Partial<Record<Name, string>> {
  return value === "" ? {} : ({ [name]: value } as Record<Name, string>);
}

function optionalNumber<Name extends string>(
  name: Name,
  text: string,
): Partial<Record<Name, number>> {
  return text.trim() === "" ? {} : ({ [name]: Number(text) } as Record<Name, number>);
}
