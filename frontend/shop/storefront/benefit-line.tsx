import { useLingui } from "@lingui/react/macro";
import { Link } from "wouter";
import { paths } from "../../paths.ts";
import { describeBenefit } from "./benefit-copy.ts";
import styles from "./benefit-line.module.css";
import type { ProductBenefit } from "../../http/shop.ts";

/** A benefit of a product with a short description. Pages link to their excerpt. */
export function BenefitLine({ benefit: { name, langs, detail } }: { benefit: ProductBenefit }) {
  const { i18n } = useLingui();
  const description = detail && describeBenefit(i18n, detail);
  return (
    <>
      <p lang={langs?.name} dir="auto">
        {name}
      </p>
      {description && <p className={styles.detail}>{description}</p>}
      {detail?.type === "page" && (
        <ul className={styles.pages}>
          {detail.pages.map((page) => (
            <li key={page.slug} lang={page.langs?.title} dir="auto">
              <Link href={paths.page(page.slug)}>{page.title}</Link>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
