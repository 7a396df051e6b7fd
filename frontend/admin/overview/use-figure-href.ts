import { useSearchParams } from "wouter";
import { consolePaths } from "../frame/console-paths.ts";
import type { FigureName } from "./queries.ts";
import { rangeParams } from "./range.ts";

/** Returns a function that makes the URL of the rows of a figure, for the days and the currency that are shown. */
export function useFigureHref(currency: string) {
  const [params] = useSearchParams();
  return (figure: FigureName, key?: string): string => {
    const query = new URLSearchParams();
    for (const name of rangeParams) {
      const value = params.get(name);
      if (value !== null) query.set(name, value);
    }
    query.set("currency", currency);
    if (key !== undefined) query.set("key", key);
    return consolePaths.figure(figure, query);
  };
}
