import type { I18n } from "@lingui/core";
import { msg, plural } from "@lingui/core/macro";
import { formatsOf } from "../../i18n/formats-of.ts";
import type { ProductBenefit } from "../../http/shop.ts";

type BenefitDetail = NonNullable<ProductBenefit["detail"]>;
type Limit = { amount: number; perSeat: boolean };

/** Describes a benefit briefly: "License key for 3 devices". Null if its name says enough. */
export function describeBenefit(i18n: I18n, detail: BenefitDetail): string | null {
  switch (detail.type) {
    case "feature":
      return detail.limit && describeLimit(i18n, detail.limit);
    case "license_key":
      return describeActivations(i18n, detail.activations);
    case "download":
      return describeFiles(i18n, detail);
    case "page": {
      const count = detail.pages.length;
      return i18n._(msg`${plural(count, { 0: "Pages", one: "# page", other: "# pages" })}`);
    }
    case "link":
      return null;
  }
}

function describeLimit(i18n: I18n, { amount, perSeat }: Limit): string {
  const limit = formatsOf(i18n).number(amount);
  return i18n._(perSeat ? msg`${limit} for each seat` : msg`Up to ${limit}`);
}

function describeActivations(i18n: I18n, activations: Limit | null): string {
  if (!activations) return i18n._(msg`License key for any number of devices`);
  const { amount, perSeat } = activations;
  return i18n._(
    perSeat
      ? msg`${plural(amount, { one: "License key for # device per seat", other: "License key for # devices per seat" })}`
      : msg`${plural(amount, { one: "License key for # device", other: "License key for # devices" })}`,
  );
}

/** Describes the files of a download: "Download: PDF and EPUB, 2 files". */
function describeFiles(
  i18n: I18n,
  { files, formats }: Extract<BenefitDetail, { type: "download" }>,
): string {
  const types = formatsOf(i18n).list(formats);
  if (types === "")
    return i18n._(
      msg`${plural(files, { 0: "Download", 1: "Download", other: "Download: # files" })}`,
    );
  return i18n._(
    msg({
      message: `${plural(files, { 1: `Download: ${types}`, other: `Download: ${types}, # files` })}`,
      comment: "{types}: PDF and EPUB",
    }),
  );
}
