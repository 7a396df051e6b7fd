import type { I18n } from "@lingui/core";
import { msg, plural } from "@lingui/core/macro";
import { formatsOf } from "../../i18n/formats-of.ts";
import type { OwnedBenefit } from "./queries.ts";

/** Counts what an entry contains, by type: "1 license key, 3 files, and 2 pages". */
export function describeBenefitCount(i18n: I18n, benefits: OwnedBenefit[]): string {
  const fileCount = benefits.flatMap((benefit) =>
    benefit.type === "download" ? benefit.files : [],
  ).length;
  const pageCount = benefits.flatMap((benefit) =>
    benefit.type === "page" ? benefit.pages : [],
  ).length;
  const countType = (type: OwnedBenefit["type"]) =>
    benefits.filter((benefit) => benefit.type === type).length;
  const keyCount = countType("license_key");
  const linkCount = countType("link");
  const featureCount = countType("feature");
  const counts = [
    keyCount > 0 &&
      i18n._(msg`${plural(keyCount, { one: "# license key", other: "# license keys" })}`),
    fileCount > 0 && i18n._(msg`${plural(fileCount, { one: "# file", other: "# files" })}`),
    pageCount > 0 && i18n._(msg`${plural(pageCount, { one: "# page", other: "# pages" })}`),
    linkCount > 0 && i18n._(msg`${plural(linkCount, { one: "# link", other: "# links" })}`),
    featureCount > 0 &&
      i18n._(msg`${plural(featureCount, { one: "# feature", other: "# features" })}`),
  ].filter((count) => count !== false);
  // A download without files is shown inside.
  if (counts.length === 0)
    return i18n._(msg({ message: `Benefits`, comment: "What a product includes" }));
  return formatsOf(i18n).list(counts);
}
