import { useEffect } from "react";

/** Scrolls to the element of the URL's fragment, which didn't exist yet when the browser looked for it. */
export function useScrollToFragment() {
  useEffect(() => {
    document.getElementById(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView();
  }, []);
}
