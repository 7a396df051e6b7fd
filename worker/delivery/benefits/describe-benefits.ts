import type { Ctx } from "../../context.ts";
import { describeDownloads, type DownloadDetail } from "../downloads/describe-downloads.ts";
import { loadPagesByBenefit, type PageLink } from "../pages/load-pages-by-benefit.ts";
import type { Benefit } from "../../catalog/benefit.ts";

/** An amount in total, or per seat. */
type Amount = { amount: number; perSeat: boolean };

/** The public details of a benefit, shown before a purchase. Must not contain the paid content. */
export type BenefitDetail =
  | { type: "feature"; limit: Amount | null }
  | { type: "license_key"; activations: Amount | null }
  | ({ type: "download" } & DownloadDetail)
  | { type: "page"; pages: Omit<PageLink, "updatedAt">[] }
  | { type: "link" };

/** Returns the public details of benefits, by benefit id. */
export async function describeBenefits(
  ctx: Ctx,
  benefits: Benefit[],
): Promise<Map<string, BenefitDetail>> {
  const idsOf = (type: Benefit["type"]) =>
    benefits.filter((benefit) => benefit.type === type).map(({ id }) => id);
  const [pagesOf, filesOf] = await Promise.all([
    loadPagesByBenefit(ctx, { benefitIds: idsOf("page") }),
    describeDownloads(ctx, { benefitIds: idsOf("download") }),
  ]);
  const describe = (benefit: Benefit): BenefitDetail => {
    switch (benefit.type) {
      case "feature":
        return { type: "feature", limit: benefit.settings.limit ?? null };
      case "license_key": {
        const { activationLimit: amount, perSeat = false } = benefit.settings;
        return {
          type: "license_key",
          activations: amount === undefined ? null : { amount, perSeat },
        };
      }
      case "download":
        return { type: "download", ...filesOf(benefit.id) };
      case "page":
        return {
          type: "page",
          pages: pagesOf(benefit.id).map(({ updatedAt: _, ...page }) => page),
        };
      case "link":
        return { type: "link" };
    }
  };
  return new Map(benefits.map((benefit) => [benefit.id, describe(benefit)]));
}
