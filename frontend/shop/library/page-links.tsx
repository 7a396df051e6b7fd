import { Link } from "wouter";
import { paths } from "../../paths.ts";
import row from "./benefit-row.module.css";
import type { OwnedBenefitOf } from "./queries.ts";
import styles from "./page-links.module.css";

/** Links to the members-only pages of a benefit. */
export function PageLinks({ benefit }: { benefit: OwnedBenefitOf<"page"> }) {
  return (
    <>
      <p>{benefit.name}</p>
      {benefit.pages.length === 0 ? (
        <p className={row.detail}>Nothing is published here yet. It appears as soon as it is.</p>
      ) : (
        <ul className={styles.pages}>
          {benefit.pages.map((page) => (
            <li key={page.slug} className={styles.page}>
              <Link href={paths.page(page.slug)} className={row.row}>
                <span>{page.title}</span>
                <span className={row.action} aria-hidden="true">
                  Read
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
