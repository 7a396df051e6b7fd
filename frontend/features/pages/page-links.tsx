import type { OwnedBenefitOf } from "../library/queries.ts";

/** The members-only pages that a benefit opens. */
export function PageLinks({ benefit }: { benefit: OwnedBenefitOf<"page"> }) {
  return <p>{benefit.name}</p>;
}
