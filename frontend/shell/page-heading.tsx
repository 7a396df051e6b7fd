import { useLingui } from "@lingui/react/macro";
import { useEffect, useRef, type ReactNode } from "react";
import { useShopName } from "../http/shop.ts";

/** The page that was last announced to screen readers. The browser announces the first one; the Worker has none. */
let announcedPath = globalThis.location?.pathname;

/**
 * A page's h1. Sets the document's title. After a navigation it takes the focus, so that a screen reader announces the
 * page and Tab continues from there.
 * @param props.lang the language of the heading, if it isn't the page's
 * @param props.documentTitle replaces the heading in the document's title; with "" the title is only the shop's name
 */
export function PageHeading({
  children,
  documentTitle: ownTitle,
  lang,
  className,
}: {
  children: ReactNode;
  lang?: string | undefined;
  documentTitle?: string;
  className?: string | undefined;
}) {
  const { t } = useLingui();
  const heading = useRef<HTMLHeadingElement>(null);
  const shopName = useShopName();
  const title = toTitle(ownTitle ?? String(children));
  const documentTitle = [title, shopName].filter(Boolean).join(" · ") || t`Shop`;
  useEffect(() => {
    document.title = documentTitle;
  }, [documentTitle]);
  useEffect(() => {
    if (announcedPath === location.pathname) return;
    announcedPath = location.pathname;
    removeRenderedHead();
    heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <h1 ref={heading} tabIndex={-1} lang={lang} dir="auto" className={className}>
      {children}
    </h1>
  );
}

/** What the Worker's head says about one page alone. */
const selector = [
  'link[rel="canonical"]',
  'link[rel="alternate"]',
  'meta[name="description"]',
  'meta[name="robots"]',
  'meta[name="twitter:card"]',
  "meta[property]",
  'script[type="application/ld+json"]',
].join(", ");

/**
 * Removes what the document says about the page that it was loaded for, once another page is shown in it. Browsers
 * share the canonical URL instead of the one in the address bar, so a wrong one would share another page. Nothing takes
 * its place: programs that read it ask the Worker for each page.
 */
function removeRenderedHead(): void {
  for (const element of document.head.querySelectorAll(selector)) element.remove();
}

/** Returns a heading for the document's title, where another text follows: without the full stop of a sentence. */
export const toTitle = (heading: string) => heading.replace(/[.。]$/, "");
