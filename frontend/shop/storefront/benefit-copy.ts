import type { ProductBenefit } from "../../http/shop.ts";

const listFormat = new Intl.ListFormat("en-US");

type BenefitDetail = NonNullable<ProductBenefit["detail"]>;

/** Describes a benefit briefly: "License key, for 3 devices". Null if its name says enough. */
export function describeBenefit(detail: BenefitDetail): string | null {
  switch (detail.type) {
    case "feature":
      return detail.limit && describeLimit(detail.limit, (count) => `Up to ${count}`, "per seat");
    case "license_key":
      return detail.activations
        ? `License key, ${describeLimit(detail.activations, countDevices, "for each seat")}`
        : "License key, for any number of devices";
    case "download":
      return describeFiles(detail);
    case "page":
      return detail.pages.length === 1 ? "Members’ page" : "Members’ pages";
    case "link":
      return null;
  }
}

/** Describes the files of a download: "Download, PDF and EPUB, 2 files". */
function describeFiles({ files, formats }: Extract<BenefitDetail, { type: "download" }>): string {
  const count = files > 1 ? `${files} files` : "";
  return ["Download", listFormat.format(formats), count].filter(Boolean).join(", ");
}

function describeLimit(
  { amount, perSeat }: { amount: number; perSeat: boolean },
  formatCount: (count: string) => string,
  perSeatSuffix: string,
): string {
  const count = formatCount(amount.toLocaleString("en-US"));
  return perSeat ? `${count} ${perSeatSuffix}` : count;
}

function countDevices(count: string): string {
  return count === "1" ? "for 1 device" : `for ${count} devices`;
}
