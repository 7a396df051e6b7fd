import type { I18n } from "@lingui/core";
import { QueryClientContext, type QueryClient } from "@tanstack/react-query";
import { useMemo, useSyncExternalStore, type ReactNode } from "react";
import { Router } from "wouter";
import { AnswersProvider, type Answers } from "./http/answers.ts";
import { meQuery } from "./http/session.ts";
import { shopDetailsQuery } from "./http/shop.ts";
import { LinguiProvider } from "./i18n/lingui.ts";
import { needsDocument } from "./shell/needs-document.ts";
import { Shell } from "./shell/shell.tsx";

/** The answers that the app shows, and React Query's cache, which the browser loads with the first screen that needs it. */
export type AnswerSource = {
  get: () => { answers: Answers; client?: QueryClient };
  subscribe: (onChange: () => void) => () => void;
};

/**
 * The app around a page.
 * @param props.i18n the page's language, with the catalogs that it needs
 * @param props.path the path to draw, in the Worker; a browser has its own
 * @param props.isRendered whether the Worker draws the page, or has drawn it. It knows no query string, so that one
 *   answer fits everybody; a browser takes its own into account right after the first render
 */
export function App({
  i18n,
  source,
  path,
  isRendered,
  children,
}: {
  i18n: I18n;
  source: AnswerSource;
  path?: string;
  isRendered: boolean;
  children: ReactNode;
}) {
  const lingui = useMemo(() => ({ i18n, _: i18n._.bind(i18n) }), [i18n]);
  const { answers, client } = useSyncExternalStore(source.subscribe, source.get, source.get);
  return (
    <LinguiProvider value={lingui}>
      <QueryClientContext.Provider value={client}>
        <AnswersProvider value={answers}>
          <Router
            aroundNav={(navigate, to, options) =>
              needsDocument({
                from: location.pathname,
                to,
                locale: i18n.locale,
                chosen: answers.read(meQuery).data?.user?.locale,
                offered: answers.read(shopDetailsQuery).data?.languages.offered,
              })
                ? location[options?.replace ? "replace" : "assign"](to)
                : navigate(to, options)
            }
            {...(path !== undefined && { ssrPath: path })}
            {...(isRendered && { ssrSearch: "" })}
          >
            <Shell>{children}</Shell>
          </Router>
        </AnswersProvider>
      </QueryClientContext.Provider>
    </LinguiProvider>
  );
}
