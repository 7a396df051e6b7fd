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
  return (
    <>
      <button type="button" className={styles.trigger} popoverTarget="account-menu">
        Account
      </button>
      {/* The key closes the menu after a navigation. */}
      <div key={path} id="account-menu" popover="auto" className={styles.menu}>
        <p className={styles.user}>
          {user.name && <strong>{user.name}</strong>}
          {user.email && <span>{user.email}</span>}
        </p>
        <ul className={styles.links}>
          <li>
            <Link href={paths.account}>Profile and sessions</Link>
          </li>
          <li>
            <Link href={paths.billing}>Billing</Link>
          </li>
          {user.role !== "buyer" && (
            <li>
              <Link href={paths.console}>Console</Link>
            </li>
          )}
          <li>
            <Link href={paths.signOut}>Sign out</Link>
          </li>
        </ul>
      </div>
    </>
  );
}
