import { nothingToHandOver, type BenefitStrategy } from "../benefits/strategy.ts";

/** A license key as its owner sees it; null while it waits for somebody to act. */
export type ShownLicenseKey = {
  note: string | null;
  waitingFor: "buyer_name" | "seller_keys" | null;
};

export const licenseKeyBenefit: BenefitStrategy<"license_key", ShownLicenseKey> = {
  ...nothingToHandOver,
  show: async (_ctx, held) =>
    new Map(
      held.map(({ grant, benefit: { settings } }) => [
        grant.id,
        { note: settings.note ?? null, waitingFor: grant.waitingFor },
      ]),
    ),
};
