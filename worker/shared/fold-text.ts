/**
 * Letters that lose their accents and their case: Latin, Greek, Cyrillic and full-width ones, and accents that are
 * characters of their own. The database has the same letters in `letter_folds`, because its triggers fold names.
 */
const foldedRanges = [
  [0xc0, 0x24f],
  [0x300, 0x36f],
  [0x370, 0x3ff],
  [0x400, 0x52f],
  [0x1e00, 0x1fff],
  [0xff01, 0xff5e],
] as const;

/** Letters that Unicode doesn't decompose, but people type with plain ones. */
const plainLetters: Record<string, string> = {
  ß: "ss",
  ẞ: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  đ: "d",
  ð: "d",
  þ: "th",
  ł: "l",
  ħ: "h",
  ı: "i",
  ς: "σ",
};

/** Returns all letters that differ from their folded form, with that form. ASCII letters are not among them. */
export function listLetterFolds(): [letter: string, plain: string][] {
  return foldedRanges
    .flatMap(([first, last]) =>
      Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index)),
    )
    .map((letter): [string, string] => [letter, foldLetter(letter)])
    .filter(([letter, plain]) => letter !== plain);
}

/**
 * Folds a text so that a search ignores case and accents: "Zoë MÜLLER" becomes "zoe muller". Other scripts, such as
 * Japanese, stay as they are.
 */
export function foldText(text: string): string {
  return [...text.normalize("NFC")].map(foldLetter).join("");
}

function foldLetter(letter: string): string {
  const code = letter.codePointAt(0) ?? 0;
  if (!foldedRanges.some(([first, last]) => code >= first && code <= last))
    return code < 0x80 ? letter.toLowerCase() : letter;
  const lower = letter.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();
  return [...lower].map((each) => plainLetters[each] ?? each).join("");
}
