import { useSearchParams } from "wouter";

/**
 * Returns the search, filters and sort of a list, which are in the URL, and what changes them.
 * @param names the parameters of the list; others in the URL are kept
 */
export function useListFilters(names: string[]) {
  const [params, setParams] = useSearchParams();
  const activeFilters: Record<string, string> = Object.fromEntries(
    names.flatMap((name) => {
      const value = params.get(name);
      return value ? [[name, value]] : [];
    }),
  );
  /** An empty value removes the filter. */
  const changeFilters = (changes: Record<string, string>) =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before);
        for (const [name, value] of Object.entries(changes))
          if (value === "") after.delete(name);
          else after.set(name, value);
        return after;
      },
      { replace: true },
    );
  const clearFilters = () => setParams({}, { replace: true });
  return { activeFilters, changeFilters, clearFilters };
}
