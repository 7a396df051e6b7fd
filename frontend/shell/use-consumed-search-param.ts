import { useEffect, useState } from "react";
import { useLocation } from "wouter";

/**
 * A parameter that brings news once: what it said when the page was opened. It is taken out of the address, so that
 * neither Back nor a reload brings the same news again.
 */
export function useTakenParam(name: string): string | null {
  const [, navigate] = useLocation();
  const [value] = useState(() => new URLSearchParams(location.search).get(name));
  useEffect(() => {
    const url = new URL(location.href);
    if (!url.searchParams.has(name)) return;
    url.searchParams.delete(name);
    navigate(url.pathname + url.search + url.hash, { replace: true });
  }, [name, navigate]);
  return value;
}
