import { Link } from "wouter";
import { paths } from "../../paths.ts";
import { Cover } from "../catalog/cover.tsx";
import { BenefitList } from "./benefit-list.tsx";
import { explainAccess, explainHeldOpen } from "./explain-access.ts";
import { History } from "./history.tsx";
import styles from "./library-entry.module.css";
import { isOpen } from "./library-groups.tsx";
import type { LibraryEntry as Entry } from "./queries.ts";

/** The label of the link to billing; gifts have none. */
const billingLinkLabels = { order: "Receipt", subscription: "Manage", manual: null } as const;

/** A library entry: its benefits, why the user has access and until when, and its history. */
export function LibraryEntry({ entry }: { entry: Entry }) {
  const { id, product, isHeldOpen, benefits, source, timeline } = entry;
  return (
    <article className={styles.entry} id={id} data-active={isOpen(entry)}>
      <Cover slug={product.slug} image={product.image} className={styles.cover} />
      <div className={styles.text}>
        <h3 className={styles.name}>
          <Link href={paths.product(product.slug)}>{product.name}</Link>
        </h3>
        <p className={styles.why}>
          {isHeldOpen ? explainHeldOpen(entry) : explainAccess(entry)}{" "}
          {billingLinkLabels[source] && (
            <Link
              href={paths.billingRow(id)}
              aria-label={`${billingLinkLabels[source]}: ${product.name}`}
            >
              {billingLinkLabels[source]}
            </Link>
          )}
        </p>
        {isOpen(entry) && benefits.length > 0 && <BenefitList benefits={benefits} />}
        <History productName={product.name} entries={timeline} reader="customer" />
      </div>
    </article>
  );
}
