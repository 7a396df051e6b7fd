import { useEffect, useState } from "react";
import { useLocation } from "wouter";

/**
 * Returns a search parameter as it was when the page was opened, and removes it from the URL, so that Back or a reload
 * doesn't show its message again.
 */
export function useConsumedSearchParam(name: string): string | null {
  const [, navigate] = useLocation();
  const [value] = useState(() => new URLSearchParams(globalThis.location?.search).get(name));
  useEffect(() => {
    const url = new URL(location.href);
    if (!url.searchParams.has(name)) return;
    url.searchParams.delete(name);
    navigate(url.pathname + url.search + url.hash, { replace: true });
  }, [name, navigate]);
  return value;
}
