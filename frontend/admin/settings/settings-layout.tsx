import { useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { ConsolePage } from "../frame/console-page.tsx";
import { consolePaths } from "../frame/console-paths.ts";
import { SubNavigation } from "../frame/sub-navigation.tsx";

function usePages() {
  const { t } = useLingui();
  return [
    [t`Shop`, consolePaths.settings],
    [t`Legal pages`, consolePaths.legalSettings],
    [t`Access`, consolePaths.accessSettings],
    [t`Emails`, consolePaths.emailSettings],
    [t`Tax`, consolePaths.taxSettings],
    [t`Setup`, consolePaths.setup],
  ] as const;
}

/** The layout of the settings pages, with their navigation. */
export function SettingsLayout({
  description,
  children,
}: {
  description: string;
  children: ReactNode;
}) {
  const { t } = useLingui();
  const pages = usePages();
  return (
    <ConsolePage title={t`Settings`} description={description}>
      <SubNavigation label={t`Settings`} pages={pages} />
      {children}
    </ConsolePage>
  );
}
