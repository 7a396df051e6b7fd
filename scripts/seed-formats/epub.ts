import { makeZip } from "./zip.ts";

/** An EPUB 3 of one chapter. */
export function makeEpub(input: { id: string; title: string; paragraphs: string[] }): Uint8Array {
  const title = escapeXml(input.title);
  const body = input.paragraphs.map((text) => `<p>${escapeXml(text)}</p>`).join("\n");
  return makeZip([
    { name: "mimetype", content: "application/epub+zip" },
    {
      name: "META-INF/container.xml",
      content: `<?xml version="1.0"?>
<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
<rootfiles><rootfile full-path="content.opf" media-type="application/oebps-package+xml"/></rootfiles>
</container>`,
    },
    {
      name: "content.opf",
      content: `<?xml version="1.0"?>
<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
<dc:identifier id="id">${escapeXml(input.id)}</dc:identifier>
<dc:title>${title}</dc:title><dc:language>en</dc:language><dc:creator>Tidewater</dc:creator>
<meta property="dcterms:modified">2026-01-01T00:00:00Z</meta>
</metadata>
<manifest>
<item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>
<item id="text" href="text.xhtml" media-type="application/xhtml+xml"/>
</manifest>
<spine><itemref idref="text"/></spine>
</package>`,
    },
    {
      name: "nav.xhtml",
      content: page(
        title,
        `<nav epub:type="toc"><ol><li><a href="text.xhtml">${title}</a></li></ol></nav>`,
      ),
    },
    { name: "text.xhtml", content: page(title, `<h1>${title}</h1>\n${body}`) },
  ]);
}

function page(title: string, body: string): string {
  return `<?xml version="1.0"?>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops">
<head><title>${title}</title></head>
<body>${body}</body>
</html>`;
}

function escapeXml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}
