import type { ReactNode } from "react";
import { ConsolePage } from "../frame/console-page.tsx";
import { consolePaths } from "../frame/console-paths.ts";
import { SubNavigation } from "../frame/sub-navigation.tsx";

const pages = [
  ["Quickstart", consolePaths.developers],
  ["API keys", consolePaths.apiKeys],
  ["Webhooks", consolePaths.webhooks],
  ["Events", consolePaths.feed],
  ["Settings", consolePaths.developerSettings],
] as const;

/** The layout of the developers' pages, with their navigation. */
export function DevelopersLayout({
  description,
  actions,
  children,
}: {
  description: string;
  actions?: ReactNode;
  children: ReactNode;
}) {
  return (
    <ConsolePage title="Developers" description={description} actions={actions}>
      <SubNavigation label="Developers" pages={pages} />
      {children}
    </ConsolePage>
  );
}
