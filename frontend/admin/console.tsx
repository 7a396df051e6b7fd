import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link, Redirect, Route, Switch, useLocation } from "wouter";
import { hasRole, type Role } from "../../worker/lib/roles.ts";
import { overviewQuery, parseRange } from "./overview/queries.ts";
import { queryClient } from "../http/query.ts";
import { meQuery } from "../http/session.ts";
import { paths } from "../paths.ts";
import { QueryBoundary } from "../shell/query-boundary.tsx";
import { NotFound } from "../shell/not-found.tsx";
import styles from "./console.module.css";
import { ConsolePageSkeleton } from "./frame/console-page-skeleton.tsx";
import { useHasUnsavedChanges } from "./frame/unsaved-changes-guard.tsx";
import { sections, type Section } from "./sections.tsx";

export { preloadPage } from "./sections.tsx";

// Requests the figures before the page is rendered.
if (location.pathname === paths.console)
  void queryClient.prefetchQuery(overviewQuery(parseRange(new URLSearchParams(location.search))));

/** `/admin`: the console. Other users get "not found". */
export default function Console() {
  const me = useQuery(meQuery);
  const hasUnsaved = useHasUnsavedChanges();
  const [lastKnownRole, setLastKnownRole] = useState<Role | null>(null);
  const currentRole = me.data?.user?.role ?? null;
  if (currentRole !== null && currentRole !== lastKnownRole) setLastKnownRole(currentRole);
  return (
    <QueryBoundary query={me} skeleton={<ConsoleSkeleton />} level="page">
      {({ user }) => {
        // If the session ends, a user with unsaved changes keeps them, and can sign in in another tab and save again.
        const role = user?.role ?? (hasUnsaved || me.isFetching ? lastKnownRole : null);
        if (!role)
          return <Redirect to={paths.signIn(location.pathname + location.search)} replace />;
        if (role === "buyer") return <NotFound />;
        return (
          <ConsoleLayout sections={sections.filter((section) => hasRole(role, section.role))} />
        );
      }}
    </QueryBoundary>
  );
}

function ConsoleLayout({ sections: visible }: { sections: Section[] }) {
  const [path] = useLocation();
  const isCurrent = (href: string) =>
    href === paths.console ? path === href : path === href || path.startsWith(`${href}/`);
  return (
    <div className={styles.console}>
      <nav aria-label="Console" className={styles.nav}>
        <ul>
          {visible.map(({ name, href }) => (
            <li key={href}>
              <Link
                href={href}
                aria-current={isCurrent(href) ? "page" : undefined}
                ref={isCurrent(href) ? scrollIntoNavView : undefined}
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

/** On phones, the navigation is one scrolling line, so the current section may be outside the screen. */
function scrollIntoNavView(link: HTMLAnchorElement | null) {
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
