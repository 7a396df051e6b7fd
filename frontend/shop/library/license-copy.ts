import { formatDate } from "../../ui/format-time.ts";
import type { OwnedBenefitOf } from "./queries.ts";

export type License = NonNullable<OwnedBenefitOf<"license_key">["license"]>;

/** Describes a license key in one line: state, devices, uses and expiry. */
export function describeLicense(license: License): string {
  return [
    license.state === "disabled" && "Stopped by the shop",
    license.licensee && `Issued to ${license.licensee}`,
    describeDevices(license),
    license.usesLimit !== null && `${license.uses} of ${license.usesLimit} uses`,
    license.expiresAt !== null &&
      `${license.state === "expired" ? "Expired" : "Valid until"} ${formatDate(license.expiresAt)}`,
  ]
    .filter(Boolean)
    .join(" · ");
}

function describeDevices({ activationCount: count, activationLimit: limit }: License): string {
  if (limit === null) return `${count} ${count === 1 ? "device" : "devices"}`;
  return `${count} of ${limit} ${limit === 1 ? "device" : "devices"}`;
}
