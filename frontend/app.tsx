import { QueryClientProvider, type QueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Router } from "wouter";
import { Shell } from "./shell/shell.tsx";

/**
 * The app around a page.
 * @param props.path the path to draw, in the Worker; a browser has its own
 * @param props.isRendered whether the Worker draws the page, or has drawn it. It knows no query string, so that one
 *   answer fits everybody; a browser takes its own into account right after the first render
 */
export function App({
  client,
  path,
  isRendered,
  children,
}: {
  client: QueryClient;
  path?: string;
  isRendered: boolean;
  children: ReactNode;
}) {
  return (
    <QueryClientProvider client={client}>
      <Router {...(path !== undefined && { ssrPath: path })} {...(isRendered && { ssrSearch: "" })}>
        <Shell>{children}</Shell>
      </Router>
    </QueryClientProvider>
  );
}
