import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link, Redirect, Route, Switch, useLocation } from "wouter";
import { hasRole, type Role } from "../../worker/lib/roles.ts";
import { overviewQuery, rangeOf } from "./overview/queries.ts";
import { queryClient } from "../http/query.ts";
import { meQuery } from "../http/session.ts";
import { paths } from "../paths.ts";
import { Loaded } from "../shell/query-boundary.tsx";
import { NotFound } from "../shell/not-found.tsx";
import styles from "./console.module.css";
import { ConsolePageSkeleton } from "./frame/console-page-skeleton.tsx";
import { useHasUnsaved } from "./frame/unsaved-changes-guard.tsx";
import { sections, type Section } from "./sections.tsx";

export { preloadPage } from "./sections.tsx";

// The figures come while the page is drawn, not after it.
if (location.pathname === paths.console)
  void queryClient.prefetchQuery(overviewQuery(rangeOf(new URLSearchParams(location.search))));

/** `/admin`: the seller's side. To everybody else it does not exist. */
export default function Console() {
  const me = useQuery(meQuery);
  const hasUnsaved = useHasUnsaved();
  const [known, setKnown] = useState<Role | null>(null);
  const now = me.data?.user?.role ?? null;
  if (now !== null && now !== known) setKnown(now);
  return (
    <Loaded query={me} skeleton={<ConsoleSkeleton />} level="page">
      {({ user }) => {
        // Who was signed out while typing keeps it, signs in beside it and saves again.
        const role = user?.role ?? (hasUnsaved || me.isFetching ? known : null);
        if (!role)
          return <Redirect to={paths.signIn(location.pathname + location.search)} replace />;
        if (role === "buyer") return <NotFound />;
        return <Frame sections={sections.filter((section) => hasRole(role, section.role))} />;
      }}
    </Loaded>
  );
}

function Frame({ sections: visible }: { sections: Section[] }) {
  const [path] = useLocation();
  const isIn = (href: string) =>
    href === paths.console ? path === href : path === href || path.startsWith(`${href}/`);
  return (
    <div className={styles.console}>
      <nav aria-label="Console" className={styles.nav}>
        <ul>
          {visible.map(({ name, href }) => (
            <li key={href}>
              <Link
                href={href}
                aria-current={isIn(href) ? "page" : undefined}
                ref={isIn(href) ? showInNav : undefined}
              >
                {name}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className={styles.page}>
        <Switch>
          {visible.flatMap(({ pages }) =>
            pages.map(([pattern, Page]) => <Route key={pattern} path={pattern} component={Page} />),
          )}
          <Route component={NotFound} />
        </Switch>
      </div>
    </div>
  );
}

/** On a phone the sections are one line, of which the current one may be far right. */
function showInNav(link: HTMLAnchorElement | null) {
  link?.scrollIntoView({ block: "nearest", inline: "center" });
}

function ConsoleSkeleton() {
  return (
    <div className={styles.console}>
      <div className={styles.nav} />
      <ConsolePageSkeleton />
    </div>
  );
}
