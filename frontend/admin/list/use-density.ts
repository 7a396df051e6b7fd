import { useSyncExternalStore } from "react";

const STORAGE_KEY = "gatehouse:list-density";

/** How high the rows of all lists are. Comfortable rows have two lines, compact ones have one. */
type Density = "comfortable" | "compact";

const listeners = new Set<() => void>();
/** Where nothing can be stored, the choice holds until the page is closed. */
let unstored: Density = "comfortable";

function read(): Density {
  try {
    return localStorage.getItem(STORAGE_KEY) === "compact" ? "compact" : "comfortable";
  } catch {
    return unstored;
  }
}

function choose(density: Density): void {
  unstored = density;
  try {
    localStorage.setItem(STORAGE_KEY, density);
  } catch {
    // `unstored` has it.
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns how high rows are, and what changes it. This browser keeps it, for all lists. */
export function useDensity(): [density: Density, choose: (density: Density) => void] {
  return [useSyncExternalStore(subscribe, read), choose];
}
