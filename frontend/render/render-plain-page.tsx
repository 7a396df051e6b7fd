import { renderToReadableStream } from "react-dom/server.edge";
import type { Renderer } from "../../worker/render/renderer.ts";
import { getDirection } from "../../worker/shared/locales.ts";
import { findFirstFont } from "../../worker/shared/typefaces.ts";
import { App } from "../app.tsx";
import { createFirstAnswers } from "../http/answers.ts";
import { meQuery } from "../http/session.ts";
import { shopDetailsQuery } from "../http/shop.ts";
import { PlainPage, showPlainPage } from "../plain/plain-page.tsx";
import { toTitle } from "../shell/page-heading.tsx";
import { DocumentBasics } from "./document.tsx";
import { loadI18nIn } from "./load-i18n.ts";
import { toSource } from "./page-data.ts";

/** Draws a page without scripts. See `Renderer`. */
export const renderPlainPage: Renderer["renderPlainPage"] = async (page) => {
  const { locale, path, shop, user, content } = page;
  const i18n = await loadI18nIn(locale, user?.timeZone ?? null);
  const answers = createFirstAnswers();
  answers.set(shopDetailsQuery.queryKey, shop);
  answers.set(meQuery.queryKey, { user });
  const view = showPlainPage(i18n, page);
  return renderToReadableStream(
    <html lang={locale} dir={getDirection(locale)}>
      <head>
        <DocumentBasics
          title={`${toTitle(view.title)} · ${shop.name}`}
          firstFont={findFirstFont(shop.typeface, locale)}
        />
        <meta name="robots" content="noindex" />
        {content.kind === "leaving" && (
          <meta httpEquiv="refresh" content={`0; url=${content.url}`} />
        )}
        <link rel="icon" href="/favicon.ico" sizes="any" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
      </head>
      <body>
        <App i18n={i18n} source={toSource(answers)} path={path} isRendered>
          <PlainPage view={view} />
        </App>
      </body>
    </html>,
    { onError: () => undefined },
  );
};
