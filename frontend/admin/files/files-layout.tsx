import type { ReactNode } from "react";
import { ConsolePage } from "../frame/console-page.tsx";
import { consolePaths } from "../frame/console-paths.ts";
import { SubNavigation } from "../frame/sub-navigation.tsx";

const pages = [
  ["By download", consolePaths.files],
  ["All files", consolePaths.allFiles],
] as const;

/** The layout of the pages about files, with their navigation. */
export function FilesLayout({ children }: { children: ReactNode }) {
  return (
    <ConsolePage
      title="Files"
      description="What buyers download. A new version is theirs at once, wherever the file is part of what they have."
    >
      <SubNavigation label="Files" pages={pages} />
      {children}
    </ConsolePage>
  );
}
