import type { EditedBenefit, NewBenefit } from "./editor-queries.ts";

/** The types of benefits, as the seller chooses between them. */
export const benefitTypes: Record<EditedBenefit["type"], { name: string; about: string }> = {
  link: { name: "Link or note", about: "An address elsewhere, or words alone." },
  license_key: { name: "License key", about: "A key of their own, that your software checks." },
  download: { name: "Download", about: "Files. You add them under Files." },
  page: { name: "Members-only page", about: "Pages. You write them under Pages." },
  feature: { name: "Feature", about: "A named right that another application asks about." },
};

/** A benefit as it stands in the form: every field of every type, as text. */
export type TypedBenefit = {
  type: EditedBenefit["type"];
  name: string;
  note: string;
  url: string;
  key: string;
  limit: string;
  limitPerSeat: boolean;
  prefix: string;
  activationLimit: string;
  perSeat: boolean;
  usesLimit: string;
  expiresAfterDays: string;
  isNamed: boolean;
  isFromStock: boolean;
};

const nothing: TypedBenefit = {
  type: "link",
  name: "",
  note: "",
  url: "",
  key: "",
  limit: "",
  limitPerSeat: false,
  prefix: "",
  activationLimit: "",
  perSeat: false,
  usesLimit: "",
  expiresAfterDays: "",
  isNamed: false,
  isFromStock: false,
};

/** A benefit → the form's fields; without one, empty ones. */
export function toFields(benefit: EditedBenefit | undefined): TypedBenefit {
  if (!benefit) return nothing;
  const { type, name } = benefit;
  const text = (value: number | undefined) => (value === undefined ? "" : String(value));
  const fields = { ...nothing, type, name, note: benefit.settings.note ?? "" };
  switch (benefit.type) {
    case "link":
      return { ...fields, url: benefit.settings.url ?? "" };
    case "feature": {
      const { key, limit } = benefit.settings;
      return {
        ...fields,
        key: key ?? "",
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

/** The form's fields → a benefit of its type. What is left empty is left out. */
export function toBenefit(fields: TypedBenefit): NewBenefit {
  const { type, name } = fields;
  const note = fields.note.trim() ? { note: fields.note } : {};
  switch (type) {
    case "link":
      return { type, name, settings: { ...note, ...given("url", fields.url.trim()) } };
    case "feature":
      return {
        type,
        name,
        settings: {
          ...note,
          ...given("key", fields.key.trim()),
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
          ...count("activationLimit", fields.activationLimit),
          ...count("usesLimit", fields.usesLimit),
          ...count("expiresAfterDays", fields.expiresAfterDays),
          ...(fields.perSeat && { perSeat: true }),
          ...(fields.isNamed && { isNamed: true }),
          ...(fields.isFromStock && { isFromStock: true }),
        },
      };
    default:
      return { type, name, settings: note };
  }
}

function given<Name extends string>(name: Name, value: string): Partial<Record<Name, string>> {
  return value === "" ? {} : ({ [name]: value } as Record<Name, string>);
}

function count<Name extends string>(name: Name, text: string): Partial<Record<Name, number>> {
  return text.trim() === "" ? {} : ({ [name]: Number(text) } as Record<Name, number>);
}
