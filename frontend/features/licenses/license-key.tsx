import type { OwnedBenefitOf } from "../library/queries.ts";

/** A license key in its owner's hands. */
export function LicenseKey({ benefit }: { benefit: OwnedBenefitOf<"license_key"> }) {
  return <p>{benefit.name}</p>;
}
