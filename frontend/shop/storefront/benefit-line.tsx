import { Link } from "wouter";
import { paths } from "../../paths.ts";
import { describeBenefit } from "./benefit-copy.ts";
import styles from "./benefit-line.module.css";
import type { PromisedBenefit } from "../../http/shop.ts";

/** One thing of what one gets, with a little about it; pages can be looked into. */
export function BenefitLine({ benefit: { name, detail } }: { benefit: PromisedBenefit }) {
  const words = detail && describeBenefit(detail);
  return (
    <>
      <p>{name}</p>
      {words && <p className={styles.detail}>{words}</p>}
      {detail?.type === "page" && (
        <ul className={styles.pages}>
          {detail.pages.map((page) => (
            <li key={page.slug}>
              <Link href={paths.read(page.slug)}>{page.title}</Link>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
