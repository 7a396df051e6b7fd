import type { BenefitPart, BenefitType } from "./benefit-part.ts";
import { download } from "./download.tsx";
import { feature } from "./feature.tsx";
import { licenseKey } from "./license-key.tsx";
import { link } from "./link.tsx";
import { page } from "./page.tsx";

/** What the console knows of each type of benefit, in the order in which they are offered. */
const benefitParts: { [Type in BenefitType]: BenefitPart<Type> } = {
  download,
  page,
  license_key: licenseKey,
  feature,
  link,
};

/** The types of benefits, in the order in which they are offered. */
export const benefitTypes = Object.keys(benefitParts) as BenefitType[];

/** Returns what the console knows of a type of benefit. */
export const getBenefitPart = (type: BenefitType) => benefitParts[type] as BenefitPart;
