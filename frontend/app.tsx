import type { I18n } from "@lingui/core";
import { QueryClientProvider, type QueryClient } from "@tanstack/react-query";
import { useMemo, type ReactNode } from "react";
import { Router } from "wouter";
import { sourceLocale } from "../worker/shared/locales.ts";
import { meQuery } from "./http/session.ts";
import { isTeamPath } from "./paths.ts";
import { LinguiProvider } from "./i18n/lingui.ts";
import { Shell } from "./shell/shell.tsx";

/**
 * The app around a page.
 * @param props.i18n the page's language, with the catalogs that it needs
 * @param props.path the path to draw, in the Worker; a browser has its own
 * @param props.isRendered whether the Worker draws the page, or has drawn it. It knows no query string, so that one
 *   answer fits everybody; a browser takes its own into account right after the first render
 */
export function App({
  i18n,
  client,
  path,
  isRendered,
  children,
}: {
  i18n: I18n;
  client: QueryClient;
  path?: string;
  isRendered: boolean;
  children: ReactNode;
}) {
  const lingui = useMemo(() => ({ i18n, _: i18n._.bind(i18n) }), [i18n]);
  return (
    <LinguiProvider value={lingui}>
      <QueryClientProvider client={client}>
        <Router
          aroundNav={(navigate, to, options) =>
            needsDocument(client, i18n, to)
              ? location[options?.replace ? "replace" : "assign"](to)
              : navigate(to, options)
          }
          {...(path !== undefined && { ssrPath: path })}
          {...(isRendered && { ssrSearch: "" })}
        >
          <Shell>{children}</Shell>
        </Router>
      </QueryClientProvider>
    </LinguiProvider>
  );
}

/** Whether a page is in another language than this one: the console is always in English. */
function needsDocument(client: QueryClient, { locale }: I18n, to: string): boolean {
  const isOfTeam = isTeamPath(to);
  if (isOfTeam === isTeamPath(location.pathname)) return false;
  const wanted = isOfTeam ? sourceLocale : client.getQueryData(meQuery.queryKey)?.user?.locale;
  return wanted !== locale;
}
