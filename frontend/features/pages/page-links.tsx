import { Link } from "wouter";
import { paths } from "../../paths.ts";
import type { OwnedBenefitOf } from "../library/queries.ts";
import styles from "./page-links.module.css";

/** The members-only pages that a benefit opens. */
export function PageLinks({ benefit }: { benefit: OwnedBenefitOf<"page"> }) {
  return (
    <>
      <p>{benefit.name}</p>
      {benefit.pages.length === 0 ? (
        <p className={styles.none}>Nothing is published here yet. It appears as soon as it is.</p>
      ) : (
        <ul className={styles.pages}>
          {benefit.pages.map((page) => (
            <li key={page.slug} className={styles.page}>
              <Link href={paths.read(page.slug)}>
                <span>{page.title}</span>
                <span className={styles.read} aria-hidden="true">
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
