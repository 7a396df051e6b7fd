import { useEffect } from "react";

/** Goes to what the address's fragment names: the browser looked for it before there was anything to find. */
export function useFragment() {
  useEffect(() => {
    document.getElementById(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView();
  }, []);
}
