import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "wouter";
import { paths } from "../../paths.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { Cover } from "../catalog/cover.tsx";
import { BenefitList } from "../library/benefit-list.tsx";
import { explainAccess } from "../library/explain-access.ts";
import type { LibraryEntry } from "../library/queries.ts";
import styles from "./purchased-product.module.css";

/** The purchased product with its benefits, shown on the page after payment. */
export function PurchasedProduct({
  product,
  entry,
}: {
  product: LibraryEntry["product"];
  entry: LibraryEntry | null;
}) {
  const { i18n } = useLingui();
  return (
    <article className={styles.bought}>
      <Cover slug={product.slug} image={product.image} />
      <div className={styles.text}>
        <h2>
          <Link href={paths.product(product.slug)}>
            <bdi>{product.name}</bdi>
          </Link>
        </h2>
        {entry ? (
          <>
            <p className={styles.why}>{explainAccess(i18n, entry)}</p>
            <BenefitList benefits={entry.benefits} />
          </>
        ) : (
          <p className={styles.why}>
            <Trans>It’s being added to your library. This takes a moment.</Trans>
          </p>
        )}
        <div>
          <ButtonLink kind="primary" href={entry ? paths.libraryEntry(entry.id) : paths.library}>
            <Trans>Go to your library</Trans>
          </ButtonLink>
        </div>
      </div>
    </article>
  );
}
