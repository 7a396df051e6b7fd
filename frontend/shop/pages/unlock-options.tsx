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
  const user = useUser();
  const { products } = page;
  return (
    <section className={styles.panel} aria-labelledby="way-in">
      <h2 id="way-in">{getTitle(products)}</h2>
      {products.length > 0 && (
        <ul className={styles.products}>
          {products.map((product, index) => (
            <li key={product.id}>
              <div className={styles.product}>
                {products.length > 1 && <h3>{product.name}</h3>}
                {product.tagline && <p>{product.tagline}</p>}
                <p className={styles.price}>{describeStartingPrice(product.prices)}</p>
              </div>
              <ButtonLink
                kind={index === 0 ? "primary" : "secondary"}
                href={paths.product(product.slug)}
              >
                {products.length > 1 ? `See ${product.name}` : "See what is in it"}
              </ButtonLink>
            </li>
          ))}
        </ul>
      )}
      {!user && (
        <p className={styles.aside}>
          Is it yours already?{" "}
          <Link href={paths.signIn(paths.page(page.slug))}>Sign in and read on</Link>
        </p>
      )}
      {user && (
        <p className={styles.aside}>
          You are signed in{user.email && <> as {user.email}</>}, and nothing in your library opens
          this.
        </p>
      )}
    </section>
  );
}

function getTitle(products: LockedPage["products"]): string {
  const [first, ...others] = products;
  if (!first) return "The rest of this page is not for sale at the moment.";
  if (others.length > 0) return "The rest of this page comes with any of these.";
  return `The rest of this page comes with ${first.name}.`;
}
