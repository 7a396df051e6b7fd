import { useLingui } from "@lingui/react/macro";
import { useEffect, useLayoutEffect, useRef, type MouseEvent, type ReactNode } from "react";
import { useLocation } from "wouter";
import { isConsolePath, paths } from "../paths.ts";
import { ErrorBoundary } from "./error-boundary.tsx";
import { classNames } from "../ui/class-names.ts";
import { Footer } from "./footer.tsx";
import { Header } from "./header.tsx";
import styles from "./shell.module.css";

/** The header and footer around every page. */
export function Shell({ children }: { children: ReactNode }) {
  const [path] = useLocation();
  const { t } = useLingui();
  useScrollToTop(path);
  const isConsole = isConsolePath(path);
  // The console has a `main` of its own, beside its navigation, which stays when the page changes.
  const Main = isConsole ? "div" : "main";
  return (
    <div className={classNames(styles.shell, isConsole && styles.console)}>
      <a href="#main" className={styles.skip} onClick={skipToMain}>
        {t`Skip to content`}
      </a>
      <Header />
      <Main id="main" tabIndex={-1} className={styles.main}>
        <ErrorBoundary key={isConsole ? paths.console : path}>{children}</ErrorBoundary>
      </Main>
      <Footer />
    </div>
  );
}

/**
 * Moves the focus past the header, and past the console's navigation. Without a fragment in the URL, which would add an
 * entry to the history.
 */
function skipToMain(event: MouseEvent) {
  event.preventDefault();
  (document.querySelector("main") ?? document.getElementById("main"))?.focus();
}

/** Scrolls to the top after a navigation, except on Back and Forward or if the URL has a fragment. */
function useScrollToTop(path: string) {
  const shownPath = useRef(path);
  const isHistoryNavigation = useRef(false);
  useEffect(() => {
    // Jumps within the page trigger popstate, too.
    const onPopState = () => {
      isHistoryNavigation.current = location.pathname !== shownPath.current;
    };
    addEventListener("popstate", onPopState);
    return () => removeEventListener("popstate", onPopState);
  }, []);
  useLayoutEffect(() => {
    // The first page: the visitor may have scrolled before the app took over.
    if (path === shownPath.current) return;
    if (!isHistoryNavigation.current && !location.hash) scrollTo(0, 0);
    isHistoryNavigation.current = false;
    shownPath.current = path;
  }, [path]);
}
