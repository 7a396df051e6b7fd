import { renderToReadableStream } from "react-dom/server.edge";
import type { Renderer } from "../../worker/render/renderer.ts";
import { getDirection } from "../../worker/shared/locales.ts";
import { findFirstFont } from "../../worker/shared/typefaces.ts";
import { LinguiProvider } from "../i18n/lingui.ts";
import { EmbeddedProducts } from "../plain/embedded-products.tsx";
import { DocumentBasics } from "./document.tsx";
import { loadI18nIn } from "./load-i18n.ts";

/** Draws products for a frame on another site. See `Renderer`. */
export const renderEmbed: Renderer["renderEmbed"] = async ({ locale, shop, products }) => {
  const i18n = await loadI18nIn(locale, null);
  return renderToReadableStream(
    <html lang={locale} dir={getDirection(locale)} data-gatehouse-frame="">
      <head>
        <DocumentBasics
          title={products[0]?.name ?? shop.name}
          firstFont={findFirstFont(shop.typeface, locale)}
        />
        <meta name="robots" content="noindex" />
        <link rel="stylesheet" href="/embed.css" />
        <script src="/embed.js" async />
      </head>
      <body>
        <LinguiProvider value={{ i18n, _: i18n._.bind(i18n) }}>
          <EmbeddedProducts shopName={shop.name} products={products} />
        </LinguiProvider>
      </body>
    </html>,
    { onError: () => undefined },
  );
};
