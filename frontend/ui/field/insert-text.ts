/** A part of a text, in characters from its start. */
export type Selection = { start: number; end: number };

/**
 * Replaces the selection of a text field as if the user had typed, so that undo takes it back.
 * @returns the place after the inserted text
 */
export function insertAtSelection(
  area: HTMLTextAreaElement,
  { start, end }: Selection,
  text: string,
): Selection {
  area.focus();
  area.setSelectionRange(start, end);
  // Deprecated, and the only way to insert text that undo knows of. Every browser has it.
  if (!document.execCommand("insertText", false, text)) {
    area.setRangeText(text, start, end, "end");
    area.dispatchEvent(new Event("input", { bubbles: true }));
  }
  return { start: start + text.length, end: start + text.length };
}

/**
 * Writes a picture as Markdown. The fragment of its URL tells the renderer the size, so that the text keeps its place
 * while the picture loads.
 * @param picture.alt the alternative text; an empty one marks the picture as decoration
 * @param picture.width, picture.height in pixels; 0 if they are unknown
 */
export function toPictureMarkdown(picture: {
  url: string;
  alt: string;
  width: number;
  height: number;
}): string {
  const { url, width, height } = picture;
  const alt = picture.alt
    .trim()
    .replaceAll(/\s+/g, " ")
    .replaceAll(/[\\[\]]/g, "\\$&");
  return `![${alt}](${url}${width > 0 && height > 0 ? `#${width}x${height}` : ""})`;
}
