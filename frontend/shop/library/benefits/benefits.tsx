import type { ComponentType } from "react";
import { SellerText } from "../../../ui/seller-text.tsx";
import shapes from "../../../ui/shapes.module.css";
import type { OwnedBenefit, OwnedBenefitOf } from "../queries.ts";
import type { BenefitType } from "./benefit-part.ts";
import { getBenefitPart } from "./benefit-parts.ts";

/** Other contents, of the types that differ without scripts. */
export type OtherContents = {
  [Type in BenefitType]?: ComponentType<{ benefit: OwnedBenefitOf<Type> }>;
};

/** The benefits of a library entry, ready to use, each with its note. */
export function Benefits({
  benefits,
  contents = {},
}: {
  benefits: OwnedBenefit[];
  contents?: OtherContents;
}) {
  return (
    <ul className={shapes.lined}>
      {benefits.map((benefit) => {
        const other = contents[benefit.type] as
          | ComponentType<{ benefit: OwnedBenefit }>
          | undefined;
        const Content = other ?? getBenefitPart(benefit.type).Content;
        return (
          <li key={benefit.grantId}>
            <Content benefit={benefit} />
            {benefit.note && (
              <SellerText className={shapes.muted} lang={benefit.langs?.note}>
                {benefit.note}
              </SellerText>
            )}
          </li>
        );
      })}
    </ul>
  );
}
