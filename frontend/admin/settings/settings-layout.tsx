import type { ReactNode } from "react";
import { Link, useLocation } from "wouter";
import { ConsolePage } from "../frame/console-page.tsx";
import { consolePaths } from "../frame/console-paths.ts";
import styles from "./settings-layout.module.css";

const parts = [
  ["Shop", consolePaths.settings],
  ["Legal pages", consolePaths.legalSettings],
  ["Access", consolePaths.accessSettings],
  ["Mails", consolePaths.mailSettings],
  ["Tax", consolePaths.taxSettings],
] as const;

/** A page of the settings, with the way to the others. */
export function SettingsFrame({ about, children }: { about: string; children: ReactNode }) {
  const [path] = useLocation();
  return (
    <ConsolePage title="Settings" about={about}>
      <nav aria-label="Settings" className={styles.parts}>
        {parts.map(([name, href]) => (
          <Link key={href} href={href} aria-current={path === href ? "page" : undefined}>
            {name}
          </Link>
        ))}
      </nav>
      {children}
    </ConsolePage>
  );
}
