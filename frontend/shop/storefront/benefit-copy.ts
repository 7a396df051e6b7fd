import type { PromisedBenefit } from "../../http/shop.ts";

const list = new Intl.ListFormat("en-US");

type Detail = NonNullable<PromisedBenefit["detail"]>;

/** What there is of a benefit, in a few words: "License key, for 3 devices". Null where its name says it all. */
export function describeBenefit(detail: Detail): string | null {
  switch (detail.type) {
    case "feature":
      return detail.limit && countOf(detail.limit, (count) => `Up to ${count}`, "per seat");
    case "license_key":
      return detail.activations
        ? `License key, ${countOf(detail.activations, countDevices, "for each seat")}`
        : "License key, for any number of devices";
    case "download":
      return describeFiles(detail);
    case "page":
      return detail.pages.length === 1 ? "Members’ page" : "Members’ pages";
    case "link":
      return null;
  }
}

/** "Download, PDF and EPUB, 2 files". */
function describeFiles({ files, formats }: Extract<Detail, { type: "download" }>): string {
  const count = files > 1 ? `${files} files` : "";
  return ["Download", list.format(formats), count].filter(Boolean).join(", ");
}

function countOf(
  { amount, perSeat }: { amount: number; perSeat: boolean },
  words: (count: string) => string,
  perSeatWords: string,
): string {
  const count = words(amount.toLocaleString("en-US"));
  return perSeat ? `${count} ${perSeatWords}` : count;
}

function countDevices(count: string): string {
  return count === "1" ? "for 1 device" : `for ${count} devices`;
}
