import type { EditableBenefit, NewBenefit } from "./editor-queries.ts";

/** The names and descriptions of the benefit types in the form. */
export const benefitTypes: Record<EditableBenefit["type"], { name: string; description: string }> =
  {
    link: { name: "Link or note", description: "An address elsewhere, or words alone." },
    license_key: {
      name: "License key",
      description: "A key of their own, that your software checks.",
    },
    download: { name: "Download", description: "Files. You add them under Files." },
    page: { name: "Members-only page", description: "Pages. You write them under Pages." },
    feature: { name: "Feature", description: "A named right that another application asks about." },
  };

/** The values of the benefit form: the fields of all types, as text. */
export type BenefitFormValues = {
  type: EditableBenefit["type"];
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

const emptyBenefitForm: BenefitFormValues = {
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

/** Converts a benefit to form values; without one, returns empty values. */
export function toBenefitFormValues(benefit: EditableBenefit | undefined): BenefitFormValues {
  if (!benefit) return emptyBenefitForm;
  const { type, name } = benefit;
  const text = (value: number | undefined) => (value === undefined ? "" : String(value));
  const fields = { ...emptyBenefitForm, type, name, note: benefit.settings.note ?? "" };
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

/** Converts form values to a benefit of the selected type. Empty fields are omitted. */
export function toNewBenefit(fields: BenefitFormValues): NewBenefit {
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
          ...optionalText("key", fields.key.trim()),
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
    default:
      return { type, name, settings: note };
  }
}

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
