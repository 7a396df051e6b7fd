import type { I18n } from "@lingui/core";
import type { ReactNode } from "react";
import { renderToReadableStream } from "react-dom/server.edge";
import { Route, Switch } from "wouter";
import type { PageData, Renderer } from "../../worker/render/renderer.ts";
import { App } from "../app.tsx";
import { createFirstAnswers } from "../http/answers.ts";
import { pages } from "../pages.ts";
import { getPlainLinkLabel } from "../plain/no-script-copy.ts";
import { Gone, NotFound } from "../shell/not-found.tsx";
import { toTitle } from "../shell/page-heading.tsx";
import LegalPage from "../shop/legal/legal-page.tsx";
import ReadPage from "../shop/pages/read-page.tsx";
import ProductPage from "../shop/storefront/product-page.tsx";
import StorefrontPage from "../shop/storefront/storefront-page.tsx";
import { Document } from "./document.tsx";
import { loadI18nIn } from "./load-i18n.ts";
import { fillAnswers, toSource } from "./page-data.ts";
import { drawPersonal } from "./personal-page.tsx";

const SLOT = '<div id="root">';

/** Draws a page that the browser takes over. See `Renderer`. */
export const renderPage: Renderer["renderPage"] = async (page) => {
  const { locale, path, plainPath, data } = page;
  const i18n = await loadI18nIn(locale, data.me?.user?.timeZone ?? null);
  const { title, content } = drawContent(i18n, data);
  const { shop } = data;
  const head = { ...page.head, ...(title && { title: `${toTitle(title)} · ${shop.name}` }) };
  const answers = createFirstAnswers();
  fillAnswers(answers, data);
  const [app, document] = await Promise.all([
    render(
      <App i18n={i18n} source={toSource(answers)} path={path} isRendered>
        {content}
      </App>,
    ),
    // Apart from the app, because the ids that React makes depend on everything around a component, and the browser's
    // app has nothing around it.
    render(
      <Document
        locale={locale}
        path={path}
        plain={plainPath === null ? null : { path: plainPath, label: getPlainLinkLabel(i18n) }}
        head={head}
        data={data}
      />,
    ).then((stream) => new Response(stream).text()),
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

/** @returns title: of the document, if the page's head doesn't have it */
function drawContent(i18n: I18n, data: PageData): { title?: string; content: ReactNode } {
  const { content } = data;
  switch (content.kind) {
    case "missing":
      return { content: <NotFound /> };
    case "gone":
      return { content: <Gone /> };
    case "signIn":
    case "library":
    case "frame": {
      const { title, page } = drawPersonal(i18n, content, data);
      return { title, content: page };
    }
    default:
      return { content: <PublicPages /> };
  }
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
