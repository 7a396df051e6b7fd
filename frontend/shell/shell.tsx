import { useEffect, useLayoutEffect, useRef, type MouseEvent, type ReactNode } from "react";
import { useLocation } from "wouter";
import { ErrorBoundary } from "./error-boundary.tsx";
import { Footer } from "./footer.tsx";
import { Header } from "./header.tsx";
import styles from "./shell.module.css";

/** The header and footer around every page. */
export function Shell({ children }: { children: ReactNode }) {
  const [path] = useLocation();
  useScrollToTop(path);
  return (
    <div className={styles.shell}>
      <a href="#main" className={styles.skip} onClick={skipToMain}>
        Skip to the content
      </a>
      <Header />
      <main id="main" tabIndex={-1} className={styles.main}>
        <ErrorBoundary key={path}>{children}</ErrorBoundary>
      </main>
      <Footer />
    </div>
  );
}

/** Moves the focus without a fragment in the URL, which would add an entry to the history. */
function skipToMain(event: MouseEvent) {
  event.preventDefault();
  document.getElementById("main")?.focus();
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
    if (!isHistoryNavigation.current && !location.hash) scrollTo(0, 0);
    isHistoryNavigation.current = false;
    shownPath.current = path;
  }, [path]);
}
