import type { Result } from "lighthouse";

const categories = ["performance", "accessibility", "best-practices", "seo"] as const;
const resources = { html: "document", css: "stylesheet", js: "script", font: "font", img: "image" };
const metrics = {
  lcp: "largest-contentful-paint",
  tbt: "total-blocking-time",
  cls: "cumulative-layout-shift",
  fcp: "first-contentful-paint",
};
const goals = { score: 100, lcp: 1200, tbt: 50, cls: 0 };

type Metric = keyof typeof metrics;
type Resource = keyof typeof resources;
type ResourceItem = { resourceType: string; transferSize: number };

/** Scores from 0 to 100, times in milliseconds, sizes in bytes as sent. */
type PageResult = {
  scores: number[];
  metrics: Record<Metric, number>;
  bytes: Record<Resource, number>;
  /** What Lighthouse found wrong in the categories without a full score, except the performance. */
  problems: string[];
};

/** Returns the figures of one run. @throws Error if Lighthouse could not measure the page */
export function readResult(result: Result): PageResult {
  if (result.runtimeError) throw new Error(result.runtimeError.message);
  const details = result.audits["resource-summary"]?.details as
    | { items: ResourceItem[] }
    | undefined;
  const sizeOf = (type: string) =>
    details?.items.find(({ resourceType }) => resourceType === type)?.transferSize ?? 0;
  const value = (id: string) => result.audits[id]?.numericValue ?? Number.NaN;
  return {
    scores: categories.map((id) => Math.round(100 * (result.categories[id]?.score ?? 0))),
    metrics: mapValues(metrics, value),
    bytes: mapValues(resources, sizeOf),
    problems: listProblems(result),
  };
}

function listProblems({ categories: all, audits }: Result): string[] {
  const weighed = categories
    .slice(1)
    .flatMap((id) => (all[id]?.auditRefs ?? []).filter(({ weight }) => weight > 0))
    .map(({ id }) => audits[id]);
  return weighed
    .filter((audit) => audit?.score !== undefined && audit.score !== null && audit.score < 1)
    .map((audit) => `${audit?.id}: ${audit?.title}`);
}

/** Returns the median of each figure. */
export function takeMedian(rounds: PageResult[]): PageResult {
  const median = (values: number[]) =>
    values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
  const of = <Key extends string>(read: (round: PageResult) => Record<Key, number>, keys: Key[]) =>
    Object.fromEntries(keys.map((key) => [key, median(rounds.map((round) => read(round)[key]))]));
  return {
    scores: categories.map((_, index) => median(rounds.map(({ scores }) => scores[index] ?? 0))),
    metrics: of(
      (round) => round.metrics,
      Object.keys(metrics) as Metric[],
    ) as PageResult["metrics"],
    bytes: of((round) => round.bytes, Object.keys(resources) as Resource[]) as PageResult["bytes"],
    problems: [...new Set(rounds.flatMap(({ problems }) => problems))],
  };
}

/** Whether all goals are met. A layout shift that rounds to 0.000 is none. */
export function isGoalMet({ scores, metrics: { lcp, tbt, cls } }: PageResult): boolean {
  return (
    scores.every((score) => score >= goals.score) &&
    lcp <= goals.lcp &&
    tbt <= goals.tbt &&
    Number(cls.toFixed(3)) <= goals.cls
  );
}

export const header = toLine("page", [
  ..."perf a11y best seo".split(" "),
  ..."LCP TBT CLS FCP".split(" "),
  ..."HTML CSS JS font img".split(" "),
]);

/** Returns a line of the table. */
export function formatRow(name: string, result: PageResult): string {
  const { lcp, tbt, cls, fcp } = result.metrics;
  return toLine(name, [
    ...result.scores.map(String),
    lcp.toFixed(0),
    tbt.toFixed(0),
    cls.toFixed(3),
    fcp.toFixed(0),
    ...Object.values(result.bytes).map((bytes) => (bytes / 1000).toFixed(1)),
  ]);
}

function toLine(name: string, cells: string[]): string {
  return name.padEnd(22) + cells.map((cell) => cell.padStart(6)).join("");
}

function mapValues<Key extends string, In, Out>(from: Record<Key, In>, map: (value: In) => Out) {
  return Object.fromEntries(
    Object.entries<In>(from).map(([key, value]) => [key, map(value)]),
  ) as Record<Key, Out>;
}
