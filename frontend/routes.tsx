import { useEffect } from "react";
import { Route, Switch } from "wouter";
import { paths } from "./paths.ts";
import { lazyPage, type LoadPage } from "./shell/lazy-page.tsx";
import { loadFailure } from "./shell/query-boundary.tsx";
import { NotFound } from "./shell/not-found.tsx";
import { PageSkeleton } from "./shell/page-skeleton.tsx";

const loads: Record<string, LoadPage> = {
  [paths.home]: () => import("./shop/storefront/storefront-page.tsx"),
  [paths.productPattern]: () => import("./shop/storefront/product-page.tsx"),
  [paths.signIn()]: () => import("./shop/sign-in/sign-in-page.tsx"),
  [paths.signOut]: () => import("./shop/sign-in/sign-out-page.tsx"),
  [paths.error]: () => import("./shop/sign-in/error-page.tsx"),
  [paths.verifyRequest]: () => import("./shop/sign-in/verify-request-page.tsx"),
  [paths.checkoutReturn]: () => import("./shop/checkout/return-page.tsx"),
  [paths.library]: () => import("./shop/library/library-page.tsx"),
  [paths.readPattern]: () => import("./shop/pages/read-page.tsx"),
  [paths.legalPattern]: () => import("./shop/legal/legal-page.tsx"),
  [paths.account]: () => import("./shop/account/account-page.tsx"),
  [paths.deleteAccount]: () => import("./shop/account/delete-page.tsx"),
  [paths.goodbye]: () => import("./shop/account/goodbye-page.tsx"),
  [paths.billing]: () => import("./shop/billing/billing-page.tsx"),
};

const pages = Object.entries(loads).map(([path, load]) => ({
  path,
  Page: lazyPage(load, <PageSkeleton />),
}));

/** The seller's side, which buyers never load. */
const Console = lazyPage(
  async () => {
    const sellersSide = await import("./admin/console.tsx");
    await sellersSide.preloadPage(location.pathname);
    return sellersSide;
  },
  <PageSkeleton />,
);
const consolePattern = `${paths.console}/*?`;

/** Fetches the code of the page at this path. Never rejects. */
export async function preloadPage(path: string): Promise<void> {
  if (path.startsWith(paths.console)) return Console.preload();
  // What a pattern leaves open is its last segment.
  const at = pages.find(({ path: pattern }) => {
    const [fixed = "", open] = pattern.split(":");
    return open ? path.startsWith(fixed) : path === pattern;
  });
  await at?.Page.preload();
}

export function Routes() {
  useEffect(fetchAllWhenIdle, []);
  return (
    <Switch>
      {pages.map(({ path, Page }) => (
        <Route key={path} path={path} component={Page} />
      ))}
      <Route path={consolePattern} component={Console} />
      <Route component={NotFound} />
    </Switch>
  );
}

/** The rest is a few kilobytes; with all of it at hand no navigation waits for code. */
function fetchAllWhenIdle() {
  const timer = setTimeout(() => {
    void loadFailure().catch(() => undefined);
    for (const { Page } of pages) void Page.preload();
  }, 2000);
  return () => clearTimeout(timer);
}
