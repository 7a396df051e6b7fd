import { VisuallyHidden } from "../../ui/visually-hidden.tsx";
import row from "./benefit-row.module.css";
import type { OwnedBenefitOf } from "./queries.ts";

const { format } = new Intl.NumberFormat("en-US");

/** A named entitlement, with how much of it there is. */
export function FeatureLine({ benefit }: { benefit: OwnedBenefitOf<"feature"> }) {
  return (
    <p className={row.row}>
      <span>{benefit.name}</span>
      {benefit.limit !== null && <span className={row.amount}>up to {format(benefit.limit)}</span>}
    </p>
  );
}

/** A link opens in its own tab; where the address is unsafe it is only named. */
export function OutsideLink({ benefit }: { benefit: OwnedBenefitOf<"link"> }) {
  if (!benefit.url || !isWebAddress(benefit.url)) return <p>{benefit.name}</p>;
  return (
    <a href={benefit.url} className={row.row} target="_blank" rel="noopener noreferrer">
      <span>{benefit.name}</span>
      <span aria-hidden="true" className={row.action}>
        Open
      </span>
      <VisuallyHidden>(opens in a new tab)</VisuallyHidden>
    </a>
  );
}

function isWebAddress(url: string) {
  return /^https?:$/.test(URL.parse(url)?.protocol ?? "");
}
