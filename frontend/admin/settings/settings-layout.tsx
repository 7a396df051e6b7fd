import type { ReactNode } from "react";
import { Link, useLocation } from "wouter";
import { ConsolePage } from "../frame/console-page.tsx";
import { consolePaths } from "../frame/console-paths.ts";
import styles from "./settings-layout.module.css";

const tabs = [
  ["Shop", consolePaths.settings],
  ["Legal pages", consolePaths.legalSettings],
  ["Access", consolePaths.accessSettings],
  ["Mails", consolePaths.mailSettings],
  ["Tax", consolePaths.taxSettings],
] as const;

/** The layout of the settings pages, with their navigation. */
export function SettingsLayout({
  description,
  children,
}: {
  description: string;
  children: ReactNode;
}) {
  const [path] = useLocation();
  return (
    <ConsolePage title="Settings" description={description}>
      <nav aria-label="Settings" className={styles.parts}>
        {tabs.map(([name, href]) => (
          <Link key={href} href={href} aria-current={path === href ? "page" : undefined}>
            {name}
          </Link>
        ))}
      </nav>
      {children}
    </ConsolePage>
  );
}
