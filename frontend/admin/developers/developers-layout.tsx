import { useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { ConsolePage } from "../frame/console-page.tsx";
import { developerPaths } from "../frame/console-paths.ts";
import { SubNavigation } from "../frame/sub-navigation.tsx";

function usePages() {
  const { t } = useLingui();
  return [
    [t`Quickstart`, developerPaths.quickstart],
    [t`API keys`, developerPaths.apiKeys],
    [t`Webhooks`, developerPaths.webhooks],
    [t`Events`, developerPaths.feed],
    [t`Settings`, developerPaths.settings],
  ] as const;
}

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
  const { t } = useLingui();
  const pages = usePages();
  return (
    <ConsolePage title={t`Developers`} description={description} actions={actions}>
      <SubNavigation label={t`Developers`} pages={pages} />
      {children}
    </ConsolePage>
  );
}
