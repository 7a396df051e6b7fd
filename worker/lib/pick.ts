/** Returns an object with these fields alone: of a row, or the columns of a table. */
export function pick<Whole extends object, const Name extends keyof Whole>(
  whole: Whole,
  names: readonly Name[],
): Pick<Whole, Name> {
  return Object.fromEntries(names.map((name) => [name, whole[name]])) as Pick<Whole, Name>;
}
