import type { ReactNode } from "react";
import files from "virtual:client-files";
import { getDirection, type AnyLocale } from "../../worker/lib/locales.ts";
import { embedJson } from "../../worker/lib/embed-json.ts";
import type { Head } from "../../worker/shop/site/head/head.ts";
import type { PageData } from "../../worker/shop/site/renderer.ts";
import { DocumentBasics } from "./document-basics.tsx";
import { listCatalogs } from "./list-catalogs.ts";
import { listScripts } from "./list-scripts.ts";
import { pageDataId } from "./page-data.ts";

/** The document around a page that the Worker draws. In the browser, the app only takes over `#root`. */
export function Document({
  locale,
  path,
  head,
  data,
}: {
  locale: AnyLocale;
  path: string;
  head: Head;
  data: PageData;
}) {
  return (
    <html
      lang={locale}
      dir={getDirection(locale)}
      data-messages={JSON.stringify(listCatalogs(locale))}
    >
      <head>
        <DocumentBasics title={head.title} />
        {files.starters.map((src) => (
          <script
            key={src}
            type="module"
            src={src}
            data-entries={files.entryScripts.join(" ")}
            data-scripts={listScripts(path, locale).join(" ")}
          />
        ))}
        {/* The only response that a page still needs: what depends on the visitor. */}
        <link rel="preload" href="/api/me" as="fetch" crossOrigin="anonymous" />
        {head.metas.map((meta) => (
          <meta key={JSON.stringify(meta)} {...meta} />
        ))}
        {head.links.map((link) => (
          <link key={JSON.stringify(link)} {...link} />
        ))}
        {head.jsonLd.map((object) => (
          <DataBlock key={JSON.stringify(object)} type="application/ld+json" data={object} />
        ))}
      </head>
      <body>
        <div id="root" />
        <DataBlock type="application/json" id={pageDataId} data={data} />
      </body>
    </html>
  );
}

/** Data for programs. Browsers don't run it, so the content security policy allows it. */
function DataBlock({
  data,
  ...attributes
}: {
  type: string;
  id?: string;
  data: object;
}): ReactNode {
  return <script {...attributes} dangerouslySetInnerHTML={{ __html: embedJson(data) }} />;
}
