import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { ConsolePage } from "../frame/console-page.tsx";
import { consolePaths } from "../frame/console-paths.ts";
import { SubNavigation } from "../frame/sub-navigation.tsx";

const pages = [
  [msg`By download`, consolePaths.files],
  [msg`All files`, consolePaths.allFiles],
] as const;

/** The layout of the pages about files, with their navigation. */
export function FilesLayout({ children }: { children: ReactNode }) {
  const { t } = useLingui();
  return (
    <ConsolePage
      title={t`Files`}
      description={t`Files that customers download. New versions are available to them immediately.`}
    >
      <SubNavigation label={t`Files`} pages={pages} />
      {children}
    </ConsolePage>
  );
}
