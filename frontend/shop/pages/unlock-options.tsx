import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "wouter";
import { useUser } from "../../http/session.ts";
import { paths } from "../../paths.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { describeStartingPrice } from "../catalog/price-copy.ts";
import type { LockedPage } from "./queries.ts";
import styles from "./unlock-options.module.css";

/**
 * Shown where the excerpt ends: the products that unlock the page, and a sign-in link for users who already have
 * access.
 */
export function UnlockOptions({ page }: { page: LockedPage }) {
  const { t, i18n } = useLingui();
  const user = useUser();
  const { products } = page;
  const email = user?.email;
  return (
    <section className={styles.panel} aria-labelledby="way-in">
      <h2 id="way-in">
        <Title products={products} />
      </h2>
      {products.length > 0 && (
        <ul className={styles.products}>
          {products.map(({ id, slug, name, tagline, prices }, index) => (
            <li key={id}>
              <div className={styles.product}>
                {products.length > 1 && <h3>{name}</h3>}
                {tagline && <p>{tagline}</p>}
                <p className={styles.price}>{describeStartingPrice(i18n, prices)}</p>
              </div>
              <ButtonLink kind={index === 0 ? "primary" : "secondary"} href={paths.product(slug)}>
                {products.length > 1 ? t`View ${name}` : <Trans>See what’s included</Trans>}
              </ButtonLink>
            </li>
          ))}
        </ul>
      )}
      {!user && (
        <p className={styles.aside}>
          <Trans>
            Already have access?{" "}
            <Link href={paths.signIn(paths.page(page.slug))}>Sign in to continue reading</Link>.
          </Trans>
        </p>
      )}
      {user && (
        <p className={styles.aside}>
          {email ? (
            t`You’re signed in as ${email}. Nothing in your library includes this page.`
          ) : (
            <Trans>Nothing in your library includes this page.</Trans>
          )}
        </p>
      )}
    </section>
  );
}

function Title({ products }: { products: LockedPage["products"] }) {
  const { t } = useLingui();
  const [first, ...others] = products;
  if (!first) return <Trans>The rest of this page isn’t available right now.</Trans>;
  if (others.length > 0)
    return <Trans>The rest of this page is included in each of these products.</Trans>;
  const { name } = first;
  return t`The rest of this page is included in ${name}.`;
}
