import { useEffect, useRef, useState } from "react";
import { runBulk, type RowResult } from "./run-bulk.ts";

type Results = Record<string, RowResult>;

/** Returns the results of an action's rows by id, and what starts and stops it. Stops when the component unmounts. */
export function useBulkRun<Row extends { id: string }>(run: (row: Row) => Promise<unknown>) {
  const [results, setResults] = useState<Results>({});
  const [isRunning, setIsRunning] = useState(false);
  const controller = useRef<AbortController>(undefined);
  const stop = () => controller.current?.abort();
  useEffect(() => () => controller.current?.abort(), []);
  const start = async (rows: Row[]) => {
    controller.current = new AbortController();
    setIsRunning(true);
    setResults((before) => ({
      ...before,
      ...Object.fromEntries(rows.map(({ id }) => [id, { state: "waiting" } as const])),
    }));
    await runBulk({
      rows,
      run,
      onResult: (id, result) => setResults((before) => ({ ...before, [id]: result })),
      signal: controller.current.signal,
      wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    });
    setIsRunning(false);
  };
  return { results, isRunning, start: (rows: Row[]) => void start(rows), stop };
}
