import { useQuery } from "@tanstack/react-query";
import { useState, useSyncExternalStore } from "react";
import { Redirect, Route, Switch, useLocation } from "wouter";
import { hasRole, type Role } from "../../worker/shared/roles.ts";
import { overviewQuery } from "./overview/queries.ts";
import { parseRange } from "./overview/range.ts";
import { fieldMessages } from "../http/errors.ts";
import { queryClient } from "../http/query.ts";
import { browserI18n } from "../i18n/browser-i18n.ts";
import { translateFieldError } from "./form/field-errors.ts";
import { meQuery } from "../http/session.ts";
import { paths } from "../paths.ts";
import { ErrorBoundary } from "../shell/error-boundary.tsx";
import { QueryBoundary } from "../shell/query-boundary.tsx";
import { NotFound } from "../shell/not-found.tsx";
import { ConsoleNavigation } from "./console-navigation.tsx";
import styles from "./console.module.css";
import { ToastRegion } from "../ui/toast.tsx";
import { ConsolePageSkeleton } from "./frame/console-page-skeleton.tsx";
import { useHasUnsavedChanges } from "./form/unsaved-changes-guard.tsx";
import { sections } from "./sections.tsx";
import { useLingui, Trans } from "@lingui/react/macro";
import { Notice } from "../ui/notice.tsx";
import { PageHeading } from "../shell/page-heading.tsx";
import { StatusPage } from "../shell/status-page.tsx";
import { Button, ButtonLink } from "../ui/button.tsx";
import shapes from "./frame/shapes.module.css";
import { consolePaths } from "./frame/console-paths.ts";
import { SetupReminder } from "./setup/setup-reminder.tsx";
import { openSearch } from "./search/open-search.ts";
import { addErrorMessages } from "../messages/errors.ts";
import { consoleErrorMessages } from "./frame/console-error-messages.ts";

export { preloadPage } from "./sections.tsx";

fieldMessages.translate = (text) => translateFieldError(browserI18n, text);
addErrorMessages(consoleErrorMessages);

// Requests the figures before the page is rendered.
if (location.pathname === paths.console)
  void queryClient.prefetchQuery(overviewQuery(parseRange(new URLSearchParams(location.search))));

/** `/admin`: the console, with its own `main`, so that the navigation is outside of it. Other users get "not found". */
export default function Console() {
  const me = useQuery(meQuery);
  const hasUnsaved = useHasUnsavedChanges();
  const [lastKnownRole, setLastKnownRole] = useState<Role | null>(null);
  const currentRole = me.data?.user?.role ?? null;
  if (currentRole !== null && currentRole !== lastKnownRole) setLastKnownRole(currentRole);
  // If the session ends, a user with unsaved changes keeps them, and can sign in in another tab and save again.
  const role = currentRole ?? (hasUnsaved || me.isFetching ? lastKnownRole : null);
  if (me.data && role && role !== "buyer") return <ConsoleLayout role={role} />;
  return (
    <main tabIndex={-1} className={styles.main}>
      <QueryBoundary query={me} skeleton={<ConsoleSkeleton />} level="page">
        {() =>
          role ? (
            <NotFound />
          ) : (
            <Redirect to={paths.signIn(location.pathname + location.search)} replace />
          )
        }
      </QueryBoundary>
    </main>
  );
}

function ConsoleLayout({ role }: { role: Role }) {
  const [path] = useLocation();
  return (
    <div className={styles.console}>
      <ConsoleNavigation role={role} />
      <main tabIndex={-1} className={styles.main}>
        <OfflineNotice />
        {/* Whoever comes from the checklist to make a product finds the way back. */}
        {path.startsWith(consolePaths.products) && <SetupReminder />}
        {/* An error of one page leaves the navigation usable. */}
        <ErrorBoundary key={path}>
          <Switch>
            {sections.flatMap((section) =>
              section.pages.map(([pattern, Page]) => (
                <Route key={pattern} path={pattern}>
                  {hasRole(role, section.role) ? (
                    <Page />
                  ) : (
                    <RoleTooLow role={role} needed={section.role} />
                  )}
                </Route>
              )),
            )}
            <Route component={ConsoleNotFound} />
          </Switch>
        </ErrorBoundary>
      </main>
      <ToastRegion />
    </div>
  );
}

function ConsoleSkeleton() {
  return (
    <div className={styles.console}>
      <div />
      <ConsolePageSkeleton />
    </div>
  );
}

/** Says so while the browser has no connection, and what happens then. */
function OfflineNotice() {
  const { t } = useLingui();
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine);
  if (isOnline) return null;
  return (
    <div className={styles.offline}>
      <Notice
        tone="info"
        title={t`You’re offline.`}
        text={t`Changes can’t be saved until you’re back online. What you entered stays on this page.`}
      />
    </div>
  );
}

function subscribe(listener: () => void) {
  addEventListener("online", listener);
  addEventListener("offline", listener);
  return () => {
    removeEventListener("online", listener);
    removeEventListener("offline", listener);
  };
}

/** The page for unknown URLs of the console. */
function ConsoleNotFound() {
  const { t } = useLingui();
  return (
    <StatusPage>
      <PageHeading>{t`Page not found`}</PageHeading>
      <p>{t`Check the URL, choose a page from the menu, or search the console.`}</p>
      <div className={shapes.actions}>
        <ButtonLink kind="primary" href={paths.console}>
          {t`Go to overview`}
        </ButtonLink>
        <Button onClick={openSearch}>{t`Search`}</Button>
      </div>
    </StatusPage>
  );
}

/** The page for URLs of the console that need a higher role than the user has. */
function RoleTooLow({ role, needed }: { role: Role; needed: Role }) {
  const { t } = useLingui();
  return (
    <StatusPage>
      <PageHeading>{t`You don’t have access to this page`}</PageHeading>
      <p>
        <Trans>
          This page requires the {needed} role. Your role is {role}. Ask an owner of the shop to
          change it.
        </Trans>
      </p>
      <ButtonLink kind="primary" href={paths.console}>
        {t`Go to overview`}
      </ButtonLink>
    </StatusPage>
  );
}
