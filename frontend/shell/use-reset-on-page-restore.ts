import { useEffect } from "react";

/**
 * Calls `reset` when the browser restores the page from its back/forward cache. A button that stayed busy while the
 * browser left the page must then be usable again.
 */
export function useResetOnPageRestore(reset: () => void) {
  useEffect(() => {
    const onPageShow = (event: PageTransitionEvent) => event.persisted && reset();
    addEventListener("pageshow", onPageShow);
    return () => removeEventListener("pageshow", onPageShow);
  }, [reset]);
}
