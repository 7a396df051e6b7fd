import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { Link, useLocation } from "wouter";
import { ConsolePage } from "./console-page.tsx";
import { consolePaths, developerPaths } from "./console-paths.ts";
import shapes from "./shapes.module.css";

type Section = {
  title: MessageDescriptor;
  /** What all of its pages say, unless they say more. */
  description?: MessageDescriptor;
  pages: { name: MessageDescriptor; href: string }[];
};

/** The sections that have several pages, in the order of their links. */
const sections: Record<"files" | "settings" | "developers", Section> = {
  files: {
    title: msg`Files`,
    description: msg`Files that customers download. New versions are available to them immediately.`,
    pages: [
      { name: msg`By download`, href: consolePaths.files },
      { name: msg`All files`, href: consolePaths.allFiles },
    ],
  },
  settings: {
    title: msg`Settings`,
    pages: [
      { name: msg`Shop`, href: consolePaths.settings },
      { name: msg`Legal pages`, href: consolePaths.legalSettings },
      { name: msg`Access`, href: consolePaths.accessSettings },
      { name: msg`Emails`, href: consolePaths.emailSettings },
      { name: msg`Tax`, href: consolePaths.taxSettings },
      { name: msg`Law`, href: consolePaths.lawSettings },
      { name: msg`Setup`, href: consolePaths.setup },
    ],
  },
  developers: {
    title: msg`Developers`,
    pages: [
      { name: msg`Quickstart`, href: developerPaths.quickstart },
      { name: msg`API keys`, href: developerPaths.apiKeys },
      { name: msg`Webhooks`, href: developerPaths.webhooks },
      { name: msg`Events`, href: developerPaths.feed },
      { name: msg`Settings`, href: developerPaths.settings },
    ],
  },
};

/**
 * A page of a section that has several, with links to all of them in one line. A page below one of them, such as one
 * item, marks it as current.
 */
export function SectionLayout({
  section: name,
  description,
  actions,
  children,
}: {
  section: keyof typeof sections;
  description?: string;
  actions?: ReactNode;
  children: ReactNode;
}) {
  const { i18n } = useLingui();
  const [path] = useLocation();
  const { pages, ...section } = sections[name];
  const title = i18n._(section.title);
  // `findLast`, because the first page's URL is a prefix of all others.
  const current = pages.findLast(({ href }) => path === href || path.startsWith(`${href}/`));
  return (
    <ConsolePage
      title={title}
      documentTitle={current ? `${i18n._(current.name)} · ${title}` : title}
      description={description ?? (section.description && i18n._(section.description))}
      actions={actions}
    >
      <nav aria-label={title} className={shapes.tabs}>
        {pages.map((page) => (
          <Link
            key={page.href}
            href={page.href}
            aria-current={page === current ? "page" : undefined}
            ref={page === current ? showInRow : undefined}
          >
            {i18n._(page.name)}
          </Link>
        ))}
      </nav>
      {children}
    </ConsolePage>
  );
}

/** Scrolls a row of links that is wider than the screen, so that this one is in view; the page stays where it is. */
function showInRow(link: HTMLElement | null): void {
  const row = link?.parentElement;
  if (!link || !row) return;
  const [inner, outer] = [link.getBoundingClientRect(), row.getBoundingClientRect()];
  if (inner.left < outer.left || inner.right > outer.right)
    row.scrollLeft += inner.left - outer.left - (outer.width - inner.width) / 2;
}
