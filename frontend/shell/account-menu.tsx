import { useLingui } from "@lingui/react/macro";
import { Link, useLocation } from "wouter";
import { paths } from "../paths.ts";
import styles from "./account-menu.module.css";

/** The menu with the user's account pages. As a native popover, it closes on Escape or a click outside. */
export function AccountMenu({
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
