/** Creates a value on first use. Each of Intl's formatters takes milliseconds to create on a phone. */
export function once<Value>(create: () => Value): () => Value {
  let value: Value | undefined;
  return () => (value ??= create());
}
