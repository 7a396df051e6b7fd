/** Returns the width of a text at a font size, in pixels. */
export type MeasureText = (text: string, fontSize: number) => number;

/**
 * Breaks a text into lines that fit the width, at the largest of the font sizes at which no word is broken and there
 * are few enough lines. If there is none, words are broken, and the last line ends with an ellipsis.
 * @param box.fontSizes in pixels, the largest first
 * @param box.width in pixels
 */
export function fitText(
  text: string,
  box: { fontSizes: number[]; width: number; maxLines: number },
  measure: MeasureText,
): { fontSize: number; lines: string[] } {
  let fitted = { fontSize: 0, lines: [""] };
  for (const fontSize of box.fontSizes) {
    const fits = (line: string) => measure(line, fontSize) <= box.width;
    const lines = breakLines(text, fits);
    fitted = { fontSize, lines };
    if (lines.length <= box.maxLines && text.split(/\s+/).every(fits)) return fitted;
    if (lines.length <= box.maxLines) continue;
    const kept = lines.slice(0, box.maxLines);
    fitted = { fontSize, lines: [...kept.slice(0, -1), shorten(kept.at(-1) ?? "", fits)] };
  }
  return fitted;
}

/** Breaks after spaces; a word that is too long for a line is broken anywhere. */
function breakLines(text: string, fits: (line: string) => boolean): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const longer = line ? `${line} ${word}` : word;
    if (fits(longer)) {
      line = longer;
      continue;
    }
    if (line) lines.push(line);
    line = "";
    for (const character of word) {
      if (line && !fits(line + character)) {
        lines.push(line);
        line = "";
      }
      line += character;
    }
  }
  return line ? [...lines, line] : lines;
}

function shorten(line: string, fits: (line: string) => boolean): string {
  const characters = [...line];
  while (characters.length > 0 && !fits(`${characters.join("").trimEnd()}…`)) characters.pop();
  return `${characters.join("").trimEnd()}…`;
}
