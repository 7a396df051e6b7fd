import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { RangeQuery, FigureName } from "./queries.ts";
import { useSearchParams } from "wouter";
import { consolePaths } from "../frame/console-paths.ts";

type Preset = NonNullable<RangeQuery["range"]>;
type Comparison = NonNullable<RangeQuery["compare"]>;

export const presetNames: Record<Preset, MessageDescriptor> = {
  today: msg`Today`,
  "7d": msg`Last 7 days`,
  "30d": msg`Last 30 days`,
  this_month: msg`This month`,
  last_month: msg`Last month`,
  "12m": msg`Last 12 months`,
  all: msg`All time`,
};

export const comparisonNames: Record<Comparison, MessageDescriptor> = {
  previous: msg`Previous period`,
  year: msg`Previous year`,
  none: msg`No comparison`,
};

/** The names of the query parameters that say which days are shown; a link to other figures keeps them. */
export const rangeParams = ["range", "from", "to", "compare"];

const isKeyOf = <Names extends object>(
  names: Names,
  text: string | null,
): text is string & keyof Names => text !== null && Object.hasOwn(names, text);

const isDay = (text: string | null): text is string =>
  text !== null && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));

/** Reads the range from the URL. What the server would refuse is ignored: the last 30 days are shown. */
export function parseRange(params: URLSearchParams): RangeQuery {
  const [range, from, to, compare] = rangeParams.map((name) => params.get(name)) as [
    string | null,
    string | null,
    string | null,
    string | null,
  ];
  const comparison = isKeyOf(comparisonNames, compare) ? { compare } : {};
  if (isDay(from) && isDay(to) && from <= to) return { from, to, ...comparison };
  return { ...(isKeyOf(presetNames, range) && { range }), ...comparison };
}

/** Returns the URL's query with these parameters set, or removed if null. */
export function withParams(
  params: URLSearchParams,
  changes: Record<string, string | null>,
): URLSearchParams {
  const changed = new URLSearchParams(params);
  for (const [name, value] of Object.entries(changes))
    if (value === null || value === "") changed.delete(name);
    else changed.set(name, value);
  return changed;
}

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
