/** The number of concurrent calls to the stand-in. */
export const CONCURRENCY = 8;

/** Runs `work` for every item, with at most `concurrency` at a time. */
export async function runInParallel<Item>(
  items: readonly Item[],
  concurrency: number,
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  const remaining = items.values();
  const worker = async () => {
    for (const item of remaining) await work(item);
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
}
