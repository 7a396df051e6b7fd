import { useEffect } from "react";
import { Route, Switch } from "wouter";
import { paths } from "./paths.ts";
import { lazyPage, type LoadPage } from "./shell/lazy-page.tsx";
import { importLoadError } from "./shell/query-boundary.tsx";
import { NotFound } from "./shell/not-found.tsx";
import { PageSkeleton } from "./shell/page-skeleton.tsx";

const pageLoaders: Record<string, LoadPage> = {
  [paths.home]: () => import("./shop/storefront/storefront-page.tsx"),
  [paths.productPattern]: () => import("./shop/storefront/product-page.tsx"),
  [paths.signIn()]: () => import("./shop/sign-in/sign-in-page.tsx"),
  [paths.signOut]: () => import("./shop/sign-in/sign-out-page.tsx"),
  [paths.error]: () => import("./shop/sign-in/error-page.tsx"),
  [paths.verifyRequest]: () => import("./shop/sign-in/verify-request-page.tsx"),
  [paths.checkoutReturn]: () => import("./shop/checkout/return-page.tsx"),
  [paths.checkoutLinkPattern]: () => import("./shop/checkout/link-page.tsx"),
  [paths.giftLinkPattern]: () => import("./shop/gifts/gift-link-page.tsx"),
  [paths.library]: () => import("./shop/library/library-page.tsx"),
  [paths.pagePattern]: () => import("./shop/pages/read-page.tsx"),
  [paths.legalPattern]: () => import("./shop/legal/legal-page.tsx"),
  [paths.account]: () => import("./shop/account/account-page.tsx"),
  [paths.deleteAccount]: () => import("./shop/account/delete-page.tsx"),
  [paths.goodbye]: () => import("./shop/account/goodbye-page.tsx"),
  [paths.billing]: () => import("./shop/billing/billing-page.tsx"),
};

const pages = Object.entries(pageLoaders).map(([path, load]) => ({
  path,
  Page: lazyPage(load, <PageSkeleton />),
}));

/** The console. Its code is never loaded on the storefront. */
const Console = lazyPage(
  async () => {
    const consoleModule = await import("./admin/console.tsx");
    await consoleModule.preloadPage(location.pathname);
    return consoleModule;
  },
  <PageSkeleton />,
);
const consolePattern = `${paths.console}/*?`;

/** Loads the code of the page at this path. Never rejects. */
export async function preloadPage(path: string): Promise<void> {
  if (path.startsWith(paths.console)) return Console.preload();
  // A pattern's parameter is always its last segment.
  const match = pages.find(({ path: pattern }) => {
    const [fixed = "", parameter] = pattern.split(":");
    return parameter ? path.startsWith(fixed) : path === pattern;
  });
  await match?.Page.preload();
}

export function Routes() {
  useEffect(preloadPagesWhenIdle, []);
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

/** Loads the storefront's other pages in advance (a few kilobytes), so that no navigation waits for code. */
function preloadPagesWhenIdle() {
  const timer = setTimeout(() => {
    void importLoadError().catch(() => undefined);
    for (const { Page } of pages) void Page.preload();
  }, 2000);
  return () => clearTimeout(timer);
}
