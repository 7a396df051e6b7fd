import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { Link as RouteLink } from "wouter";
import { CodeBlock } from "../../ui/code-block.tsx";
import { SelectField } from "../../ui/field/fields.tsx";
import { developerPaths } from "../frame/console-paths.ts";
import { toOptions } from "../frame/label.tsx";
import shapes from "../frame/shapes.module.css";
import type { Link } from "../link-parts/queries.ts";
import styles from "./links.module.css";
import { writeButton, writeProductCard } from "./site-snippets.ts";

/** The code that sells with a link on any site: a button, and the product with its prices. */
export function SiteCode({ link }: { link: Link }) {
  const { t } = useLingui();
  const [target, setTarget] = useState("tab");
  const { url, code, productName: name, productSlug: slug } = link;
  return (
    <details className={shapes.disclosure}>
      <summary>{t`Button for your site`}</summary>
      <div className={shapes.stack}>
        <SelectField
          label={t`The purchase opens in`}
          value={target}
          options={toOptions({ tab: t`the same tab`, window: t`a window of its own` })}
          onChange={(event) => setTarget(event.target.value)}
        />
        <CodeBlock
          label={t`the code of the button`}
          title={t`Button`}
          code={writeButton({ url, code, label: t`Buy ${name}`, isWindow: target === "window" })}
        />
        <CodeBlock
          label={t`the code of the product`}
          title={t`Product with its prices`}
          code={writeProductCard({ shopOrigin: new URL(url).origin, slug, name })}
        />
        <iframe
          className={styles.preview}
          title={t`Preview of the product`}
          src={`/embed/${encodeURIComponent(slug)}`}
          loading="lazy"
          // No script is needed in a preview; the styles are those of the same site.
          sandbox="allow-same-origin"
        />
        <p className={shapes.soft}>
          {t`A window tells your site what came of it, and products are shown, only on the sites that you allow:`}{" "}
          <RouteLink href={developerPaths.settings}>{t`Developer settings`}</RouteLink>
        </p>
      </div>
    </details>
  );
}
