/** What is costly to make, made when it is first asked for. Each of Intl's formatters takes milliseconds on a phone. */
export function once<Made>(make: () => Made): () => Made {
  let made: Made | undefined;
  return () => (made ??= make());
}
