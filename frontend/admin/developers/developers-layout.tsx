import type { ReactNode } from "react";
import { ConsolePage } from "../frame/console-page.tsx";
import { developerPaths } from "../frame/console-paths.ts";
import { SubNavigation } from "../frame/sub-navigation.tsx";

const pages = [
  ["Quickstart", developerPaths.quickstart],
  ["API keys", developerPaths.apiKeys],
  ["Webhooks", developerPaths.webhooks],
  ["Events", developerPaths.feed],
  ["Settings", developerPaths.settings],
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
