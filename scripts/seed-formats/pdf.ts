const LINE_WIDTH = 78;
const LINES_PER_PAGE = 44;

/** A small PDF in Times: a title, then paragraphs, on as many pages as they take. Text in Latin-1. */
export function makePdf(input: { title: string; paragraphs: string[] }): Uint8Array {
  const lines = input.paragraphs.flatMap((paragraph) => [...wrap(paragraph), ""]);
  const pages: string[] = [];
  for (let at = 0; at < lines.length; at += LINES_PER_PAGE) {
    const title = at === 0 ? `BT /F1 22 Tf 72 740 Td (${escapeText(input.title)}) Tj ET\n` : "";
    const text = lines
      .slice(at, at + LINES_PER_PAGE)
      .map((line) => `(${escapeText(line)}) Tj T*`)
      .join("\n");
    pages.push(`${title}BT /F1 11.5 Tf 15 TL 72 700 Td\n${text}\nET`);
  }
  const firstPage = 4;
  const kids = pages.map((_, at) => `${firstPage + at * 2} 0 R`).join(" ");
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Times-Roman /Encoding /WinAnsiEncoding >>",
    ...pages.flatMap((content, at) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> /Contents ${firstPage + at * 2 + 1} 0 R >>`,
      `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    ]),
    `<< /Title (${escapeText(input.title)}) >>`,
  ];
  return writeFile(objects);
}

/** Objects numbered from 1, the catalog first and the information last, with the table of where each begins. */
function writeFile(objects: string[]): Uint8Array {
  let file = "%PDF-1.4\n";
  const offsets = objects.map((object, at) => {
    const offset = file.length;
    file += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  const size = objects.length + 1;
  const start = file.length;
  file += `xref\n0 ${size}\n0000000000 65535 f \n${table}`;
  file += `trailer\n<< /Size ${size} /Root 1 0 R /Info ${objects.length} 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(file, "latin1");
}

function wrap(paragraph: string): string[] {
  const lines = [""];
  for (const word of paragraph.split(" ")) {
    const line = lines.at(-1) ?? "";
    if (line !== "" && line.length + word.length >= LINE_WIDTH) lines.push(word);
    else lines[lines.length - 1] = line === "" ? word : `${line} ${word}`;
  }
  return lines;
}

function escapeText(text: string): string {
  return text.replaceAll(/[\\()]/g, String.raw`\$&`).replaceAll("’", "'");
}
