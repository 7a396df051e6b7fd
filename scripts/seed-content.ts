import { readdirSync, readFileSync } from "node:fs";
import { basename, extname, join } from "node:path";

const contentTypes: Record<string, string> = {
  ".epub": "application/epub+zip",
  ".pdf": "application/pdf",
  ".wav": "audio/wav",
};

/** Reads a file of `demo-files/downloads`. */
export function readDownload(fileName: string): { contentType: string; bytes: Buffer } {
  const contentType = contentTypes[extname(fileName)];
  if (!contentType) throw new Error(`No content type for ${fileName}`);
  return { contentType, bytes: readFileSync(demoFile(`downloads/${fileName}`)) };
}

/** Reads a product's description, in Markdown. */
export function readDescription(slug: string): string {
  return readFileSync(demoFile(`products/${slug}.md`), "utf8").trimEnd();
}

/** Reads every members-only page. Its excerpt is the text between the title and `<!--more-->`. */
export function readPages(): { slug: string; title: string; excerpt: string; body: string }[] {
  return readdirSync(demoFile("pages")).map((fileName) => {
    const text = readFileSync(demoFile(`pages/${fileName}`), "utf8");
    const parts = /^# (.+)\n\n([^]+)\n\n<!--more-->\n\n([^]+)$/.exec(text);
    if (!parts) throw new Error(`${fileName} needs a title, an excerpt and <!--more-->`);
    const [, title = "", excerpt = "", body = ""] = parts;
    return { slug: basename(fileName, ".md"), title, excerpt, body };
  });
}

function demoFile(path: string): string {
  return join(import.meta.dirname, "demo-files", path);
}
