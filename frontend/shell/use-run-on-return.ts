import { useEffect, useRef, useState } from "react";
import { useLocation, useSearchParams } from "wouter";
import { continueParam } from "../paths.ts";

/**
 * Runs what the user started before signing in, once, when they return with `?continue`. The parameter is removed from
 * the URL first, so that neither Back nor a reload runs it again.
 * @param isReady whether it can run, e.g. because the user is known
 */
export function useRunOnReturn(isReady: boolean, run: () => void): void {
  const [pathname, navigate] = useLocation();
  const [search] = useSearchParams();
  const hasParam = search.has(continueParam);
  const [isWanted] = useState(hasParam);
  const isHandled = useRef(false);

  useEffect(() => {
    if (hasParam) navigate(pathname, { replace: true });
  }, [hasParam, navigate, pathname]);

  useEffect(() => {
    if (!isWanted || !isReady || isHandled.current) return;
    isHandled.current = true;
    run();
  }, [isWanted, isReady, run]);
}
