import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { Link, useLocation } from "wouter";
import { paths } from "../../paths.ts";
import { PageHeading } from "../../shell/page-heading.tsx";
import styles from "./account.module.css";

const tabs: { href: string; name: MessageDescriptor }[] = [
  { href: paths.account, name: msg`Profile and sessions` },
  { href: paths.billing, name: msg`Billing` },
];

/** The layout of the account pages: heading and navigation. */
export function AccountLayout({ title, children }: { title: string; children: ReactNode }) {
  const { t, i18n } = useLingui();
  const [path] = useLocation();
  return (
    <div className={styles.page}>
      <PageHeading>{title}</PageHeading>
      <nav aria-label={t`Account`} className={styles.tabs}>
        {tabs.map(({ href, name }) => (
          <Link key={href} href={href} aria-current={path === href ? "page" : undefined}>
            {i18n._(name)}
          </Link>
        ))}
      </nav>
      <div>{children}</div>
    </div>
  );
}
