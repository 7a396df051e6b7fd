import { inject } from "vitest";

/** One call of each candidate, to see that it works. */
const BRIEF = { warmUp: 0, rounds: 1, calls: 1 };

/**
 * Returns the size of a benchmark. `npm test` runs each one briefly, so that no change of the Worker breaks it
 * unnoticed.
 * @param brief what differs then
 */
export function chooseSize<Size extends object>(
  size: Size,
  brief: Partial<Size> | typeof BRIEF = BRIEF,
): Size {
  return inject("bench").isBrief ? { ...size, ...brief } : size;
}

/** The functions to compare, by name. Each call does the work once. */
export type Candidates<Name extends string> = Record<Name, () => Promise<unknown>>;

/**
 * Measures milliseconds per call, one value per round. Rounds alternate between the candidates, so that a busy machine
 * slows all of them equally. A round has many calls, because workerd's clock has millisecond resolution. `prepare` runs
 * before each round of a candidate and isn't timed.
 */
export async function measure<Name extends string>(
  candidates: Candidates<Name>,
  {
    warmUp,
    rounds,
    calls,
    prepare,
  }: {
    warmUp: number;
    rounds: number;
    calls: number;
    prepare?: (name: NoInfer<Name>) => Promise<void>;
  },
): Promise<Record<Name, number[]>> {
  const names = Object.keys(candidates) as Name[];
  const times = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<
    Name,
    number[]
  >;
  for (let round = -warmUp; round < rounds; round++) {
    for (const name of names) {
      await prepare?.(name);
      const started = performance.now();
      for (let call = 0; call < calls; call++) await candidates[name]();
      if (round >= 0) times[name].push((performance.now() - started) / calls);
    }
  }
  return times;
}

/** Returns the median of `baseline / measured` over the rounds: 1.00 is as fast as the baseline, 0.50 half as fast. */
export function ratio(baseline: number[], measured: number[]): number {
  return median(measured.map((time, round) => (baseline[round] ?? 0) / time));
}

/** How far below its goal a ratio may be. It differs by this much from run to run, also on a machine that is busy. */
const TOLERANCE = 0.04;

/** Prints a ratio with its goal, and fails if it is too far below it. A single round says nothing about the speed. */
export function checkGoal(name: string, measured: number, goal: number): void {
  const floor = Number((goal - TOLERANCE).toFixed(2));
  console.log(
    `${name.padEnd(52)} ${measured.toFixed(2)} (goal ≥ ${goal.toFixed(2)}, fails below ${floor.toFixed(2)})`,
  );
  if (!inject("bench").isBrief && measured < floor)
    throw new Error(`${name} is ${measured.toFixed(3)}, below ${floor.toFixed(2)}`);
}

/** Prints a ratio without a goal. */
export function printRatio(name: string, measured: number): void {
  console.log(`${name.padEnd(52)} ${measured.toFixed(2)}`);
}

/** Returns the median, or 0 for an empty list. */
export function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

/** Prints each candidate's median in microseconds. */
export function printTimes(times: Record<string, number[]>): void {
  for (const [name, values] of Object.entries(times)) {
    console.log(`${name.padEnd(32)} ${(median(values) * 1000).toFixed(0).padStart(6)} µs`);
  }
}
