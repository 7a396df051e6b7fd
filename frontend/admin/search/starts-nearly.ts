/** Shorter words are too much like others. */
const MIN_LENGTH = 4;

/**
 * Whether a word starts with what was typed, but for one typing error: a letter too many, too few, wrong, or two in the
 * wrong order. The first letter must be right.
 */
export function startsNearly(word: string, typed: string): boolean {
  if (word.startsWith(typed)) return true;
  if (typed.length < MIN_LENGTH || word[0] !== typed[0]) return false;
  let at = 0;
  while (at < typed.length && typed[at] === word[at]) at += 1;
  const [rest, wordRest] = [typed.slice(at), word.slice(at)];
  return (
    wordRest.startsWith(rest.slice(1)) ||
    wordRest.slice(1).startsWith(rest) ||
    wordRest.slice(1).startsWith(rest.slice(1)) ||
    (rest[0] === wordRest[1] &&
      rest[1] === wordRest[0] &&
      wordRest.slice(2).startsWith(rest.slice(2)))
  );
}
