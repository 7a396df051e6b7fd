import { useLingui } from "@lingui/react/macro";
import { Link, useLocation } from "wouter";
import { translateLabel, type Label } from "./label.ts";
import shapes from "./shapes.module.css";

/** The pages of a section, as links in one line. A page below one of them, such as one item, marks it as current. */
export function SubNavigation({
  label,
  pages,
}: {
  label: string;
  pages: readonly (readonly [name: Label, href: string])[];
}) {
  const { i18n } = useLingui();
  const [path] = useLocation();
  // `findLast`, because the first page's URL is a prefix of all others.
  const current = pages.findLast(([, href]) => path === href || path.startsWith(`${href}/`));
  return (
    <nav aria-label={label} className={shapes.tabs}>
      {pages.map((page) => (
        <Link key={page[1]} href={page[1]} aria-current={page === current ? "page" : undefined}>
          {translateLabel(i18n, page[0])}
        </Link>
      ))}
    </nav>
  );
}
