type NameOf<Values, Type> = {
  [Name in keyof Values]: Values[Name] extends Type ? Name : never;
}[keyof Values] &
  string;

/**
 * Returns functions that give a field its value, its error, and what changes it, by the name of the value: for a form,
 * and for a row in one.
 */
export function bindFields<Values extends object>({
  values,
  getError,
  onChange,
}: {
  values: Values;
  getError: (path: string) => string | undefined;
  onChange: (changes: Partial<Values>) => void;
}) {
  const change = (name: string, value: unknown) => onChange({ [name]: value } as Partial<Values>);
  return {
    /** What a field for a text needs. @param path of its error, if that is not its name */
    text: (name: NameOf<Values, string>, path: string = name) => ({
      name: path,
      value: values[name] as string,
      error: getError(path),
      onChange: ({ target }: { target: { value: string } }) => change(name, target.value),
    }),
    /** What a checkbox needs. */
    check: (name: NameOf<Values, boolean>) => ({
      name,
      checked: values[name] as boolean,
      error: getError(name),
      onChange: ({ target }: { target: { checked: boolean } }) => change(name, target.checked),
    }),
  };
}
