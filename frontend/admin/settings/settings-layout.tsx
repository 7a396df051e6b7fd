import type { ReactNode } from "react";
import { ConsolePage } from "../frame/console-page.tsx";
import { consolePaths } from "../frame/console-paths.ts";
import { SubNavigation } from "../frame/sub-navigation.tsx";

const pages = [
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
  return (
    <ConsolePage title="Settings" description={description}>
      <SubNavigation label="Settings" pages={pages} />
      {children}
    </ConsolePage>
  );
}
