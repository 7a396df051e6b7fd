import type { ReactNode } from "react";
import { Link, useLocation } from "wouter";
import { paths } from "../../paths.ts";
import styles from "./account-layout.module.css";
import { PageHeading } from "../../shell/page-heading.tsx";

const tabs = [
  { href: paths.account, name: "Profile and sessions" },
  { href: paths.billing, name: "Billing" },
];

/** The layout of the account pages: heading and navigation. */
export function AccountLayout({ title, children }: { title: string; children: ReactNode }) {
  const [path] = useLocation();
  return (
    <div className={styles.page}>
      <PageHeading>{title}</PageHeading>
      <nav aria-label="Account" className={styles.tabs}>
        {tabs.map(({ href, name }) => (
          <Link key={href} href={href} aria-current={path === href ? "page" : undefined}>
            {name}
          </Link>
        ))}
      </nav>
      <div>{children}</div>
    </div>
  );
}
