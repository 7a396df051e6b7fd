import { Trans } from "@lingui/react/macro";
import { useFormats } from "../../i18n/use-formats.ts";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";
import row from "./benefit-row.module.css";
import type { OwnedBenefitOf } from "./queries.ts";

/** A feature with its quantity. */
export function FeatureLine({
  benefit: { name, langs, limit },
}: {
  benefit: OwnedBenefitOf<"feature">;
}) {
  const formats = useFormats();
  return (
    <p className={row.row}>
      <span lang={langs?.name} dir="auto">
        {name}
      </span>
      {limit !== null && (
        <span className={row.amount}>
          <UpTo count={formats.number(limit)} />
        </span>
      )}
    </p>
  );
}

function UpTo({ count }: { count: string }) {
  return <Trans comment="The limit of a feature: up to 500">up to {count}</Trans>;
}

/** A link that opens in a new tab. An unsafe URL shows only its name. */
export function ExternalLink({ benefit }: { benefit: OwnedBenefitOf<"link"> }) {
  const { name, langs } = benefit;
  if (!benefit.url || !isHttpUrl(benefit.url))
    return (
      <p lang={langs?.name} dir="auto">
        {name}
      </p>
    );
  return (
    <a href={benefit.url} className={row.row} target="_blank" rel="noopener noreferrer">
      <span lang={langs?.name} dir="auto">
        {name}
      </span>
      <span aria-hidden="true" className={row.action}>
        <Trans comment="Verb: the link that opens another site">Open</Trans>
      </span>
      <VisuallyHidden>
        <Trans>(opens in a new tab)</Trans>
      </VisuallyHidden>
    </a>
  );
}

function isHttpUrl(url: string) {
  return /^https?:$/.test(URL.parse(url)?.protocol ?? "");
}
