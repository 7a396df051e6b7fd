import type { I18n, MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { EditableProduct } from "./editor-queries.ts";

type MissingContent = EditableProduct["completeness"]["missing"][number];

/** Says what a benefit lacks: "Course: The page “Begin” is a draft". */
export function describeMissing(i18n: I18n, { code, benefitName, page }: MissingContent): string {
  const title = page?.title ?? "";
  const details: Partial<Record<MissingContent["code"], MessageDescriptor>> = {
    page_draft: msg`The page “${title}” is a draft`,
    page_text: msg`The page “${title}” has no content`,
  };
  const detail = i18n._(details[code] ?? missingLabels[code]);
  return `${benefitName}: ${detail}`;
}

/** Says the same in the row of the benefit. */
export const missingLabels: Record<MissingContent["code"], MessageDescriptor> = {
  file: msg`No files yet`,
  keys: msg`No keys in stock`,
  page: msg`No pages yet`,
  page_draft: msg`A page is a draft`,
  page_text: msg`A page has no content`,
  link: msg`No URL or note`,
};
