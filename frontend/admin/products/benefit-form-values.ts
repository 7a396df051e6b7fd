import type { I18n } from "@lingui/core";
import { proposeSlug } from "../../../worker/shared/propose-slug.ts";
import { emptyBenefit, type BenefitFormValues, type BenefitType } from "./benefits/benefit-part.ts";
import { getBenefitPart } from "./benefits/benefit-parts.ts";
import type { EditableBenefit, NewBenefit } from "./editor-queries.ts";

/** Returns the values of a new benefit. A page benefit begins with one page to write. */
export function createBenefitValues(
  i18n: I18n,
  key: string,
  type: BenefitType,
  productName: string,
): BenefitFormValues {
  const { newName, createValues } = getBenefitPart(type);
  const name = newName ? i18n._(newName) : "";
  return { ...emptyBenefit, key, type, name, ...createValues?.(key, productName) };
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
  const { id, version, type, name, translations, pages, settings } = benefit;
  return {
    ...emptyBenefit,
    key: id,
    benefitId: id,
    version,
    type,
    name,
    note: settings.note ?? "",
    kind: settings.kind ?? "",
    translations,
    pageIds: pages.map((page) => page.id),
    ...getBenefitPart(type).toValues?.(settings),
  };
}

/**
 * Converts form values to a benefit of the selected type. Empty fields are omitted.
 * @param options.isPublished whether new pages are published at once
 */
export function toNewBenefit(
  values: BenefitFormValues,
  { isPublished }: { isPublished: boolean },
): NewBenefit {
  const { type, name, note, kind } = values;
  const { toSettings, toContent } = getBenefitPart(type);
  return {
    type,
    name,
    settings: { ...(note.trim() && { note }), ...(kind && { kind }), ...toSettings?.(values) },
    ...toContent?.(values, isPublished),
  } as NewBenefit;
}
