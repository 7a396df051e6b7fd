/** Returns an object with these fields alone: of a row, or the columns of a table. */
export function pick<Whole extends object, const Name extends keyof Whole>(
  whole: Whole,
  names: readonly Name[],
): Pick<Whole, Name> {
  return Object.fromEntries(names.map((name) => [name, whole[name]])) as Pick<Whole, Name>;
}

/** What of these fields was said. */
export type Given<Whole> = { [Name in keyof Whole]?: Exclude<Whole[Name], undefined> };

/** Returns an object without the fields that are undefined. */
export function withoutUndefined<Whole extends object>(whole: Whole): Given<Whole> {
  return Object.fromEntries(
    Object.entries(whole).filter(([, value]) => value !== undefined),
  ) as Given<Whole>;
}
