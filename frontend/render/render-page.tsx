import type { ReactNode } from "react";
import { renderToReadableStream } from "react-dom/server.edge";
import { Route, Switch } from "wouter";
import type { PageContent, Renderer } from "../../worker/render/renderer.ts";
import { App } from "../app.tsx";
import { createFirstAnswers } from "../http/answers.ts";
import { pages } from "../pages.ts";
import { Gone, NotFound } from "../shell/not-found.tsx";
import LegalPage from "../shop/legal/legal-page.tsx";
import ReadPage from "../shop/pages/read-page.tsx";
import ProductPage from "../shop/storefront/product-page.tsx";
import StorefrontPage from "../shop/storefront/storefront-page.tsx";
import { Document } from "./document.tsx";
import { loadI18n } from "./load-i18n.ts";
import { fillAnswers, toSource } from "./page-data.ts";

const SLOT = '<div id="root">';

/** Draws a public page. See `Renderer`. */
export const renderPage: Renderer["renderPage"] = async ({ locale, path, head, data }) => {
  const i18n = await loadI18n(locale);
  const answers = createFirstAnswers();
  fillAnswers(answers, data);
  const [app, document] = await Promise.all([
    render(
      <App i18n={i18n} source={toSource(answers)} path={path} isRendered>
        {drawContent(data.content)}
      </App>,
    ),
    // Apart from the app, because the ids that React makes depend on everything around a component, and the browser's
    // app has nothing around it.
    render(<Document locale={locale} path={path} head={head} data={data} />).then((stream) =>
      new Response(stream).text(),
    ),
  ]);
  const slotEnd = document.indexOf(SLOT) + SLOT.length;
  return app.pipeThrough(surround(document.slice(0, slotEnd), document.slice(slotEnd)));
};

/** Sends one text before everything that passes through, and one after it. */
function surround(before: string, after: string): TransformStream<Uint8Array, Uint8Array> {
  const encoder = new TextEncoder();
  return new TransformStream({
    start: (controller) => controller.enqueue(encoder.encode(before)),
    flush: (controller) => controller.enqueue(encoder.encode(after)),
  });
}

/** Rejects with the first error of a component, before anything is sent: no page waits for a part of itself. */
function render(node: ReactNode): Promise<ReadableStream<Uint8Array>> {
  return renderToReadableStream(node, { onError: () => undefined });
}

function drawContent({ kind }: PageContent): ReactNode {
  if (kind === "missing") return <NotFound />;
  return kind === "gone" ? <Gone /> : <PublicPages />;
}

function PublicPages() {
  return (
    <Switch>
      <Route path={pages.home.pattern} component={StorefrontPage} />
      <Route path={pages.product.pattern} component={ProductPage} />
      <Route path={pages.legal.pattern} component={LegalPage} />
      <Route path={pages.page.pattern} component={ReadPage} />
    </Switch>
  );
}
