import { useEffect } from "react";
import { Route, Switch, useLocation } from "wouter";
import { loadCatalog } from "./i18n/browser-i18n.ts";
import { pageCatalogs } from "./page-catalogs.ts";
import { findPageName, isConsolePath, pagePatterns, paths, type PageName } from "./paths.ts";
import { lazyPage, type LoadPage } from "./shell/lazy-page.tsx";
import { importLoadError } from "./shell/query-boundary.tsx";
import { PageSkeleton } from "./shell/page-skeleton.tsx";

const pageLoaders: Record<PageName, LoadPage> = {
  home: () => import("./shop/storefront/storefront-page.tsx"),
  product: () => import("./shop/storefront/product-page.tsx"),
  signIn: () => import("./shop/sign-in/sign-in-page.tsx"),
  signOut: () => import("./shop/sign-in/sign-out-page.tsx"),
  error: () => import("./shop/sign-in/error-page.tsx"),
  verifyRequest: () => import("./shop/sign-in/verify-request-page.tsx"),
  checkoutReturn: () => import("./shop/checkout/return-page.tsx"),
  checkoutLink: () => import("./shop/checkout/link-page.tsx"),
  giftLink: () => import("./shop/gifts/gift-link-page.tsx"),
  library: () => import("./shop/library/library-page.tsx"),
  page: () => import("./shop/pages/read-page.tsx"),
  legal: () => import("./shop/legal/legal-page.tsx"),
  account: () => import("./shop/account/account-page.tsx"),
  deleteAccount: () => import("./shop/account/delete-page.tsx"),
  goodbye: () => import("./shop/account/goodbye-page.tsx"),
  billing: () => import("./shop/billing/billing-page.tsx"),
};

const pages = (Object.keys(pageLoaders) as PageName[]).map((name) => ({
  name,
  path: pagePatterns[name],
  Page: createPage(name, pageLoaders[name]),
}));

/** The console. Its code is never loaded on the storefront. */
const Console = createPage("console", async () => {
  const consoleModule = await import("./admin/console.tsx");
  await consoleModule.preloadPage(location.pathname);
  return consoleModule;
});
/** Drafts as buyers will see them, for the team only. */
const Preview = createPage("console", () => import("./preview/preview-page.tsx"));
const previewPattern = "/preview/:kind/:id";
const consolePattern = `${paths.console}/*?`;

const importAbsentPages = () => import("./shell/not-found.tsx");
const NotFound = createPage("home", async () => ({
  default: (await importAbsentPages()).NotFound,
}));
const Gone = createPage("home", async () => ({ default: (await importAbsentPages()).Gone }));

/** Creates a page whose code is loaded together with its messages. */
function createPage(name: PageName | "console", load: LoadPage) {
  return lazyPage(
    async () => {
      const [page] = await Promise.all([load(), ...pageCatalogs[name].map(loadCatalog)]);
      return page;
    },
    <PageSkeleton />,
  );
}

/** Loads the code of the page at this path. Never rejects. @returns false if the code could not be loaded */
export async function preloadPage(path: string): Promise<boolean> {
  if (isConsolePath(path)) return Console.preload();
  const name = findPageName(path);
  const Page = pages.find((page) => page.name === name)?.Page ?? NotFound;
  return Page.preload();
}

/** Loads the code of what is shown where the Worker has found nothing. Never rejects. */
export async function preloadAbsentPage(kind: "missing" | "gone"): Promise<boolean> {
  return kind === "gone" ? Gone.preload() : NotFound.preload();
}

/**
 * @param absent where the Worker has found nothing, or nothing any longer, although the URL may look like a page's. As
 *   `location` has it: the router's paths are decoded
 */
export function Routes({
  absent,
}: {
  absent?: { pathname: string; kind: "missing" | "gone" } | undefined;
}) {
  useLocation();
  useEffect(preloadPagesWhenIdle, []);
  if (absent && location.pathname === absent.pathname)
    return absent.kind === "gone" ? <Gone /> : <NotFound />;
  return (
    <Switch>
      {pages.map(({ path, Page }) => (
        <Route key={path} path={path} component={Page} />
      ))}
      <Route path={consolePattern} component={Console} />
      <Route path={previewPattern} component={Preview} />
      <Route component={NotFound} />
    </Switch>
  );
}

/** Loads the storefront's other pages in advance (a few kilobytes), so that no navigation waits for code. */
function preloadPagesWhenIdle() {
  const timer = setTimeout(() => {
    void importLoadError().catch(() => undefined);
    void loadCatalog("shop").catch(() => undefined);
    for (const { Page } of pages) void Page.preload();
  }, 2000);
  return () => clearTimeout(timer);
}
