import { Link } from "wouter";
import { paths } from "../../paths.ts";
import { Cover } from "../catalog/cover.tsx";
import { BenefitList } from "./benefit-list.tsx";
import { explainAccess } from "./explain-access.ts";
import styles from "./library-entry.module.css";
import type { LibraryEntry as Entry } from "./queries.ts";

/** One thing in the library: what it is, why it is here and until when, and what is in it. */
export function LibraryEntry({ entry }: { entry: Entry }) {
  const { product, access, benefits, source } = entry;
  return (
    <article className={styles.entry} id={entry.id} data-active={access.active}>
      <Cover slug={product.slug} image={product.image} className={styles.cover} />
      <div className={styles.text}>
        <h3 className={styles.name}>
          <Link href={paths.product(product.slug)}>{product.name}</Link>
        </h3>
        <p className={styles.why}>
          {explainAccess(entry)}{" "}
          {source === "subscription" && <Link href={paths.billing}>Manage</Link>}
        </p>
        {access.active && benefits.length > 0 && <BenefitList benefits={benefits} />}
      </div>
    </article>
  );
}
