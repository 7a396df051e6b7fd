import { useEffect, useLayoutEffect, useRef, type MouseEvent, type ReactNode } from "react";
import { useLocation } from "wouter";
import { ErrorBoundary } from "./error-boundary.tsx";
import { Footer } from "./footer.tsx";
import { Header } from "./header.tsx";
import styles from "./shell.module.css";

/** What stands around every page. */
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

/** Without the fragment in the address, which Back would return to instead of to where one was. */
function skipToMain(event: MouseEvent) {
  event.preventDefault();
  document.getElementById("main")?.focus();
}

/** A new page starts at its top; Back and Forward leave the position to the browser, a fragment to its page. */
function useScrollToTop(path: string) {
  const shown = useRef(path);
  const byHistory = useRef(false);
  useEffect(() => {
    // A jump within the page is a popstate too.
    const onPopState = () => {
      byHistory.current = location.pathname !== shown.current;
    };
    addEventListener("popstate", onPopState);
    return () => removeEventListener("popstate", onPopState);
  }, []);
  useLayoutEffect(() => {
    if (!byHistory.current && !location.hash) scrollTo(0, 0);
    byHistory.current = false;
    shown.current = path;
  }, [path]);
}
