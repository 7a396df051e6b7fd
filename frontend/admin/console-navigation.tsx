import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useId, useRef } from "react";
import { Link, useLocation } from "wouter";
import { hasRole, type Role } from "../../worker/shared/roles.ts";
import styles from "./console-navigation.module.css";
import {
  findSection,
  groupLabels,
  sectionGroups,
  sectionList,
  type SectionEntry,
} from "./frame/section-list.ts";
import { consolePaths } from "./frame/console-paths.ts";
import { ConsoleSearch } from "./search/console-search.tsx";
import { openStatementsQuery } from "./statement-list/queries.ts";

const menuId = "console-menu";
/** From this width on, the navigation is beside the page. The same width is in the style sheet. */
const wideWindow = "(width >= 60rem)";

/**
 * The console's sections in groups. On wide screens they are beside the page; on phones they are a menu, a native
 * popover, which closes on Escape or a click outside.
 */
export function ConsoleNavigation({ role }: { role: Role }) {
  const { t, i18n } = useLingui();
  const [path] = useLocation();
  const menu = useRef<HTMLElement>(null);
  const current = findSection(path);
  const visible = sectionList.filter((section) => hasRole(role, section.role));
  useEffect(() => {
    const window = matchMedia(wideWindow);
    const closeMenu = () => menu.current?.hidePopover();
    window.addEventListener("change", closeMenu);
    return () => window.removeEventListener("change", closeMenu);
  }, []);
  const listed = { path, current };
  return (
    <div className={styles.side}>
      <section aria-label={t`Menu and search`} className={styles.bar}>
        <button type="button" className={styles.open} popoverTarget={menuId}>
          {t`Menu`}
        </button>
        {current && (
          <span className={styles.place}>
            {current.group !== null &&
              current.group !== current.name &&
              `${i18n._(groupLabels[current.group])} / `}
            {i18n._(current.label)}
          </span>
        )}
        <ConsoleSearch role={role} />
      </section>
      {/* The key closes the menu after a navigation. */}
      <nav
        key={path}
        ref={menu}
        id={menuId}
        popover="auto"
        aria-label={t`Console`}
        className={styles.nav}
      >
        <button
          type="button"
          className={styles.close}
          popoverTarget={menuId}
          popoverTargetAction="hide"
        >
          {t`Close menu`}
        </button>
        <SectionLinks {...listed} sections={visible.filter(({ group }) => group === null)} />
        {sectionGroups.map((group) => (
          <SectionGroup
            key={group}
            {...listed}
            name={i18n._(groupLabels[group])}
            sections={visible.filter((section) => section.group === group)}
          />
        ))}
      </nav>
    </div>
  );
}

type Listed = { path: string; current: SectionEntry | undefined; sections: SectionEntry[] };

function SectionGroup({ name, ...listed }: Listed & { name: string }) {
  const headingId = useId();
  if (listed.sections.length === 0) return null;
  return (
    <>
      <h2 id={headingId} className={styles.group}>
        {name}
      </h2>
      <SectionLinks labelledBy={headingId} {...listed} />
    </>
  );
}

function SectionLinks({ labelledBy, path, current, sections }: Listed & { labelledBy?: string }) {
  const { i18n } = useLingui();
  return (
    <ul aria-labelledby={labelledBy}>
      {sections.map(({ label, href }) => (
        <li key={href}>
          <Link
            href={href}
            // "true" on the pages below it, such as one order.
            aria-current={current?.href === href ? (path === href ? "page" : "true") : undefined}
            ref={current?.href === href ? scrollIntoNavView : undefined}
          >
            {i18n._(label)}
            {href === consolePaths.statements && <OpenStatements />}
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** How many withdrawals and cancellations wait for a decision; nothing if none does. */
function OpenStatements() {
  const { t } = useLingui();
  const count = useQuery({ ...openStatementsQuery, staleTime: 60_000 }).data?.count ?? 0;
  return (
    count > 0 && (
      <>
        {" "}
        <span className={styles.count}>{t`${count} open`}</span>
      </>
    )
  );
}

/** In a low window, the navigation scrolls by itself, and the current section may be out of sight. */
function scrollIntoNavView(link: HTMLAnchorElement | null) {
  link?.scrollIntoView({ block: "nearest" });
}
