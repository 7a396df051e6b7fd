/** Returns a heading for the document's title, where another text follows: without the full stop of a sentence. */
export const toTitle = (heading: string) => heading.replace(/[.。]$/, "");
