import { useLingui } from "@lingui/react/macro";
import { Link, useLocation } from "wouter";
import { meQuery } from "../http/session.ts";
import { useShopQuery, type ShopDetails } from "../http/shop.ts";
import { useQuery } from "../http/use-query.ts";
import { paths } from "../paths.ts";
import { Skeleton } from "../ui/skeleton.tsx";
import { VisuallyHidden } from "../ui/visually-hidden.tsx";
import styles from "./header.module.css";

/** The shop's name, with links to the library and the account, or to sign in. */
export function Header() {
  const shop = useShopQuery();
  const me = useQuery(meQuery);
  const { t } = useLingui();
  const [path] = useLocation();
  const user = me.data?.user;
  return (
    <header className={styles.header}>
      <Link href={paths.home} className={styles.shop}>
        {shop.isPending ? (
          <>
            <Skeleton width="6rem" height="1.25rem" />
            <VisuallyHidden>{t`Home`}</VisuallyHidden>
          </>
        ) : (
          <ShopName shop={shop.data} />
        )}
      </Link>
      <nav aria-label={t`Main`} className={styles.nav}>
        {user ? (
          <>
            <Link href={paths.library} aria-current={path === paths.library ? "page" : undefined}>
              {t`Library`}
            </Link>
            <AccountMenu user={user} />
          </>
        ) : (
          <>
            {/* Without scripts, the page never gets to know who reads it. */}
            {me.isPending && (
              <noscript>
                <Link href={paths.library}>{t`Library`}</Link>
              </noscript>
            )}
            {/* Until it is known who visits, scripts hide the link, and its place stays as it is for visitors. */}
            <span className={me.isPending ? styles.unknown : undefined}>
              <SignInLink path={path} />
            </span>
          </>
        )}
      </nav>
    </header>
  );
}

function ShopName({ shop }: { shop: ShopDetails | undefined }) {
  const { t } = useLingui();
  if (!shop?.logo) return shop?.name ?? t`Home`;
  const { url, saysName } = shop.logo;
  return (
    <>
      <img src={url} alt={saysName ? shop.name : ""} className={styles.logo} />
      {!saysName && <bdi>{shop.name}</bdi>}
    </>
  );
}

/** Returns to the current page after signing in, except from the pages of signing in and out. */
function SignInLink({ path }: { path: string }) {
  const { t } = useLingui();
  if (path === paths.signIn()) return null;
  const authPages: string[] = [paths.signOut, paths.error, paths.verifyRequest];
  return <Link href={paths.signIn(authPages.includes(path) ? undefined : path)}>{t`Sign in`}</Link>;
}

/** The menu with the user's account pages. As a native popover, it closes on Escape or a click outside. */
function AccountMenu({
  user,
}: {
  user: { name: string | null; email: string | null; role: string };
}) {
  const [path] = useLocation();
  const { t } = useLingui();
  return (
    <>
      <button type="button" className={styles.trigger} popoverTarget="account-menu">
        {t`Account`}
      </button>
      {/* The key closes the menu after a navigation. */}
      <div key={path} id="account-menu" popover="auto" className={styles.menu}>
        <p className={styles.user}>
          {user.name && <strong dir="auto">{user.name}</strong>}
          {user.email && <span dir="ltr">{user.email}</span>}
        </p>
        <ul className={styles.links}>
          <li>
            <Link href={paths.account}>{t`Profile and sessions`}</Link>
          </li>
          <li>
            <Link href={paths.billing}>{t`Billing`}</Link>
          </li>
          {user.role !== "buyer" && (
            <li>
              <Link href={paths.console}>{t`Console`}</Link>
            </li>
          )}
          <li>
            <Link href={paths.signOut}>{t`Sign out`}</Link>
          </li>
        </ul>
      </div>
    </>
  );
}
