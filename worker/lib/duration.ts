const letters = { day: "D", week: "W", month: "M", year: "Y" } as const;

/** A length of time in calendar units. */
export type Duration = { interval: keyof typeof letters; count: number };

/** Writes a duration as ISO 8601 does: `P3M`. */
export const writeDuration = ({ interval, count }: Duration): string =>
  `P${count}${letters[interval]}`;

/** Reads what `writeDuration` writes; null for anything else. */
export function parseDuration(text: string): Duration | null {
  const [, digits = "", letter] = /^P([1-9]\d{0,3})([DWMY])$/.exec(text) ?? [];
  const found = Object.entries(letters).find(([, each]) => each === letter);
  return found ? { interval: found[0] as Duration["interval"], count: Number(digits) } : null;
}
