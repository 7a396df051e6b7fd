import { Link } from "wouter";
import { paths } from "../../paths.ts";
import { Cover } from "../catalog/cover.tsx";
import { BenefitList } from "./benefit-list.tsx";
import { explainAccess } from "./explain-access.ts";
import { History } from "./history.tsx";
import styles from "./library-entry.module.css";
import type { LibraryEntry as Entry } from "./queries.ts";

/** Where the money of it is looked after; a gift has cost nothing. */
const billing = { order: "Receipt", subscription: "Manage", manual: null } as const;

/** One thing in the library: what is in it, why it is here and until when, and what happened to it. */
export function LibraryEntry({ entry }: { entry: Entry }) {
  const { id, product, access, benefits, source, timeline } = entry;
  return (
    <article className={styles.entry} id={id} data-active={access.active}>
      <Cover slug={product.slug} image={product.image} className={styles.cover} />
      <div className={styles.text}>
        <h3 className={styles.name}>
          <Link href={paths.product(product.slug)}>{product.name}</Link>
        </h3>
        <p className={styles.why}>
          {explainAccess(entry)}{" "}
          {billing[source] && (
            <Link href={paths.billingRow(id)} aria-label={`${billing[source]}: ${product.name}`}>
              {billing[source]}
            </Link>
          )}
        </p>
        {access.active && benefits.length > 0 && <BenefitList benefits={benefits} />}
        <History of={product.name} entries={timeline} />
      </div>
    </article>
  );
}
