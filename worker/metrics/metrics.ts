import { logEvent, summarizeError } from "../lib/log.ts";
import { points, type PointKind, type PointValues } from "./points.ts";

/** Where a shop that has the binding `METRICS` writes its data points. */
export type Metrics = { dataset: AnalyticsEngineDataset; version: string };

/** Returns where the shop writes its data points; undefined if it writes none. */
export function openMetrics(env: Env): Metrics | undefined {
  const { METRICS: dataset } = env as { METRICS?: AnalyticsEngineDataset };
  return dataset && { dataset, version: env.VERSION?.id ?? "" };
}

/** Writes a data point. Never throws: what is measured goes on without it. */
export function writePoint<Kind extends PointKind>(
  { dataset, version }: Metrics,
  kind: Kind,
  values: PointValues<Kind>,
): void {
  const { blobs, doubles }: { blobs: readonly string[]; doubles: readonly string[] } = points[kind];
  const named = values as Record<string, string & number>;
  try {
    dataset.writeDataPoint({
      indexes: [kind],
      blobs: [kind, version, ...blobs.map((name) => named[name]!)],
      doubles: doubles.map((name) => named[name]!),
    });
  } catch (error) {
    logEvent("warn", "metrics.not_written", { kind, error: summarizeError(error) });
  }
}

/** Writes a data point after the answer, if the shop writes any. */
export function measure<Kind extends PointKind>(
  ctx: { metrics: Metrics | undefined; defer(work: Promise<unknown>): void },
  kind: Kind,
  values: PointValues<Kind>,
): void {
  const { metrics } = ctx;
  if (metrics) ctx.defer(scheduler.wait(0).then(() => writePoint(metrics, kind, values)));
}
