import type { I18n, MessageDescriptor } from "@lingui/core";
import type { ComponentType } from "react";
import { bindFields } from "../../form/bind-fields.ts";
import type { Translations } from "../../translations/translation-values.ts";
import type { EditableBenefit, NewBenefit } from "../editor-queries.ts";
import type { FileTextField } from "../../../../worker/shared/file-text-fields.ts";
import type { SoldKind } from "../../../../worker/shared/sold-kinds.ts";
import type { ProductForm } from "../use-product-form.ts";

export type BenefitType = EditableBenefit["type"];

/** A page that is written with its benefit and created when the product is saved. */
export type NewPageValues = { key: string; title: string; body: string };

/** The values of a new benefit in the form: the fields of all types, as text. */
export const emptyBenefit = {
  /** Tells rows apart: the id of an existing benefit, or a made-up one. */
  key: "",
  /** Null for a new benefit. */
  benefitId: null as string | null,
  /** The version that the edit started from; null for a new benefit, and for one that is only added. */
  version: null as string | null,
  type: "link" as BenefitType,
  name: "",
  note: "",
  /** What it is to consumer law; empty for what its type is. */
  kind: "" as SoldKind | "",
  /** Its name and note, and the texts of its files, in other languages. */
  translations: {} as Translations<"name" | "note" | FileTextField>,
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
  /** Keys to import, one in a line. */
  keys: "",
  /** The existing pages, in order. */
  pageIds: [] as string[],
  newPages: [] as NewPageValues[],
  /** The files of a new download that are uploaded when it is saved. The browser keeps only their names. */
  fileNames: [] as string[],
};

/** The values of one benefit in the form. */
export type BenefitFormValues = typeof emptyBenefit;

type Benefit<Type> = Extract<EditableBenefit, { type: Type }>;
type Sent<Type> = Extract<NewBenefit, { type: Type }>;

/** What the console knows of a type of benefit. */
export type BenefitPart<Type extends BenefitType = BenefitType> = {
  /** What the type is called. */
  name: MessageDescriptor;
  /** The name that a new benefit begins with. */
  newName?: MessageDescriptor;
  /** What its options are called, which are its limits and its note. Without it, it has none. */
  optionsName?: MessageDescriptor;
  /** What it delivers, edited right in its row. */
  Content: ComponentType<BenefitFieldProps>;
  /** The settings that few sellers need, above the note. */
  Options?: ComponentType<BenefitFieldProps>;
  /** The values of its own that a new benefit begins with. */
  createValues?(key: string, productName: string): Partial<BenefitFormValues>;
  /** The values of its own, from what is saved. */
  toValues?(settings: Benefit<Type>["settings"]): Partial<BenefitFormValues>;
  /** The settings of its own, from the values. Empty values are omitted. */
  toSettings?(values: BenefitFormValues): Omit<Sent<Type>["settings"], "note" | "kind">;
  /** What is sent besides the settings. @param isPublished whether new pages are published at once */
  toContent?(values: BenefitFormValues, isPublished: boolean): Partial<Sent<Type>>;
  /** Says how much it contains: "2 files", "37 keys in stock"; false if nothing can be said. */
  describeContent(i18n: I18n, benefit: Benefit<Type>): string | false;
};

/** What the fields of a benefit need. */
export type BenefitFieldProps = {
  row: BenefitFormValues;
  /** Undefined for a new benefit, and for one that is only added. */
  benefit: EditableBenefit | undefined;
  form: ProductForm;
  onChange: (changes: Partial<BenefitFormValues>) => void;
};

/** Returns what the fields of a benefit need, by the names of its values. `setting`: a text among its settings. */
export function bindBenefit({ row, form, onChange }: BenefitFieldProps) {
  const getError = (path: string) => form.getFieldError(`benefits.${row.key}.${path}`);
  const { text, check } = bindFields({ values: row, getError, onChange });
  const setting = (name: Parameters<typeof text>[0], path: string = name) =>
    text(name, `settings.${path}`);
  return { text, check, setting };
}

/** Whether nothing was typed into a new page. It is not created. */
export const isBlankPage = ({ title, body }: NewPageValues): boolean =>
  title.trim() === "" && body.trim() === "";

/** Returns the number as a setting, or none if nothing was typed. */
export function optionalNumber<Name extends string>(
  name: Name,
  text: string,
): Partial<Record<Name, number>> {
  return text.trim() === "" ? {} : ({ [name]: Number(text) } as Record<Name, number>);
}

/** Returns the number of a setting as text. */
export const toText = (value: number | undefined) => (value === undefined ? "" : String(value));
