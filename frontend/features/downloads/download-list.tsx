import type { OwnedBenefitOf } from "../library/queries.ts";

/** The files of a download. */
export function DownloadList({ benefit }: { benefit: OwnedBenefitOf<"download"> }) {
  return <p>{benefit.name}</p>;
}
