import type { I18n } from "@lingui/core";
import { msg, plural } from "@lingui/core/macro";
import { formatsOf } from "../../../i18n/formats-of.ts";
import type { OwnedBenefit } from "../queries.ts";
import type { BenefitPart, BenefitType } from "./benefit-part.ts";
import { download } from "./download.tsx";
import { feature } from "./feature.tsx";
import { licenseKey } from "./license-key.tsx";
import { link } from "./link.tsx";
import { page } from "./page.tsx";

/** What the library knows of each type of benefit, in the order in which they are counted. */
const benefitParts: { [Type in BenefitType]: BenefitPart<Type> } = {
  license_key: licenseKey,
  download,
  page,
  link,
  feature,
};

/** Returns what the library knows of a type of benefit. */
export const getBenefitPart = (type: BenefitType) => benefitParts[type] as BenefitPart<BenefitType>;

/** Where more types than this are in an entry, the first of them are named, and the rest is a number. */
const MAX_NAMED = 3;

/** Counts what an entry contains, by type: "1 license key, 3 files, and 2 pages", "1 license key, 3 files, and 5 more". */
export function describeBenefitCount(i18n: I18n, benefits: OwnedBenefit[]): string {
  const counts = (Object.keys(benefitParts) as BenefitType[]).flatMap((type) => {
    const { countThings = () => 1, describeCount } = getBenefitPart(type);
    const count = benefits
      .filter((benefit) => benefit.type === type)
      .reduce((sum, benefit) => sum + countThings(benefit), 0);
    return count > 0 ? [{ count, text: i18n._(describeCount(count)) }] : [];
  });
  // A download without files is shown inside.
  if (counts.length === 0)
    return i18n._(msg({ message: `Benefits`, comment: "What a product includes" }));
  const named = counts.length > MAX_NAMED ? counts.slice(0, MAX_NAMED - 1) : counts;
  const others = counts.slice(named.length).reduce((sum, { count }) => sum + count, 0);
  return formatsOf(i18n).list([
    ...named.map(({ text }) => text),
    ...(others > 0
      ? [
          i18n._(
            msg({
              message: `${plural(others, { one: `# more`, other: `# more` })}`,
              comment: "At the end of a list: 1 key, 3 files, and 5 more",
            }),
          ),
        ]
      : []),
  ]);
}
