import { VisuallyHidden } from "../../ui/visually-hidden.tsx";
import row from "./benefit-row.module.css";
import type { OwnedBenefitOf } from "./queries.ts";

const { format } = new Intl.NumberFormat("en-US");

/** A feature with its quantity. */
export function FeatureLine({ benefit }: { benefit: OwnedBenefitOf<"feature"> }) {
  return (
    <p className={row.row}>
      <span>{benefit.name}</span>
      {benefit.limit !== null && <span className={row.amount}>up to {format(benefit.limit)}</span>}
    </p>
  );
}

/** A link that opens in a new tab. An unsafe URL shows only its name. */
export function ExternalLink({ benefit }: { benefit: OwnedBenefitOf<"link"> }) {
  if (!benefit.url || !isHttpUrl(benefit.url)) return <p>{benefit.name}</p>;
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

function isHttpUrl(url: string) {
  return /^https?:$/.test(URL.parse(url)?.protocol ?? "");
}
