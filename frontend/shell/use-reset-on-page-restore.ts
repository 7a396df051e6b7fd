import { useEffect } from "react";

/**
 * For what stays busy because the browser is on its way out: coming Back, the page may be taken from the browser's
 * cache just as it was left, and must be usable again.
 */
export function useResetOnReturn(reset: () => void) {
  useEffect(() => {
    const onPageShow = (event: PageTransitionEvent) => event.persisted && reset();
    addEventListener("pageshow", onPageShow);
    return () => removeEventListener("pageshow", onPageShow);
  }, [reset]);
}
