/** What is compared, by name. Each call does the work once. */
export type Contenders<Name extends string> = Record<Name, () => Promise<unknown>>;

/**
 * Milliseconds per call, one value a round. Rounds alternate between the contenders, so that a busy machine slows all of
 * them alike, and a round times many calls, since workerd's clock ticks in milliseconds. `prepare` comes before each, while
 * the clock stands.
 */
export async function measure<Name extends string>(
  contenders: Contenders<Name>,
  {
    warmUp,
    rounds,
    calls,
    prepare,
  }: { warmUp: number; rounds: number; calls: number; prepare?: () => Promise<void> },
): Promise<Record<Name, number[]>> {
  const names = Object.keys(contenders) as Name[];
  const times = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<
    Name,
    number[]
  >;
  for (let round = -warmUp; round < rounds; round++) {
    for (const name of names) {
      await prepare?.();
      const started = performance.now();
      for (let call = 0; call < calls; call++) await contenders[name]();
      if (round >= 0) times[name].push((performance.now() - started) / calls);
    }
  }
  return times;
}

/** The median of the rounds' ratios: how often `ours` fits into `theirs`. 1.00 is as fast, 0.50 takes twice as long. */
export function ratio(theirs: number[], ours: number[]): number {
  return median(ours.map((time, round) => (theirs[round] ?? 0) / time));
}

export function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

/** One line a contender: its name and its median in microseconds. */
export function printTimes(times: Record<string, number[]>): void {
  for (const [name, values] of Object.entries(times)) {
    console.log(`${name.padEnd(32)} ${(median(values) * 1000).toFixed(0).padStart(6)} µs`);
  }
}
