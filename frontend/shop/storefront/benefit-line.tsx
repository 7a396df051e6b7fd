import { Link } from "wouter";
import { paths } from "../../paths.ts";
import { describeBenefit } from "./benefit-copy.ts";
import styles from "./benefit-line.module.css";
import type { ProductBenefit } from "../../http/shop.ts";

/** A benefit of a product with a short description. Pages link to their excerpt. */
export function BenefitLine({ benefit: { name, detail } }: { benefit: ProductBenefit }) {
  const description = detail && describeBenefit(detail);
  return (
    <>
      <p>{name}</p>
      {description && <p className={styles.detail}>{description}</p>}
      {detail?.type === "page" && (
        <ul className={styles.pages}>
          {detail.pages.map((page) => (
            <li key={page.slug}>
              <Link href={paths.page(page.slug)}>{page.title}</Link>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
