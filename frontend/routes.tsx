import { useEffect, type ComponentType } from "react";
import { Route, Switch, useLocation } from "wouter";
import { loadQueryClient } from "./http/browser-answers.ts";
import { loadCatalog, type CatalogName } from "./i18n/browser-i18n.ts";
import { consoleCatalogs, findPageName, pageNames, pages, type Page } from "./pages.ts";
import { isConsolePath, paths } from "./paths.ts";
import { lazyPage, type LoadPage } from "./shell/lazy-page.tsx";
import { importLoadError } from "./shell/query-boundary.tsx";
import { PageSkeleton } from "./shell/page-skeleton.tsx";

const modules = import.meta.glob<{ default: ComponentType }>("./shop/*/*-page.tsx");

const pageRoutes = pageNames.map((name) => {
  const { pattern, file, catalogs, usesReactQuery = false }: Page = pages[name];
  const Page = createPage(catalogs, usesReactQuery, modules[`./shop/${file}.tsx`]!);
  return { name, path: pattern, Page };
});

/** The console. Its code is never loaded on the storefront. */
const Console = createPage(consoleCatalogs, true, async () => {
  const consoleModule = await import("./admin/console.tsx");
  await consoleModule.preloadPage(location.pathname);
  return consoleModule;
});
/** Drafts as buyers will see them, for the team only. */
const Preview = createPage(consoleCatalogs, true, () => import("./preview/preview-page.tsx"));
const previewPattern = "/preview/:kind/:id";
const consolePattern = `${paths.console}/*?`;

const importAbsentPages = () => import("./shell/not-found.tsx");
const NotFound = createPage(pages.home.catalogs, false, async () => ({
  default: (await importAbsentPages()).NotFound,
}));
const Gone = createPage(pages.home.catalogs, false, async () => ({
  default: (await importAbsentPages()).Gone,
}));

/** Creates a page whose code is loaded together with its messages, and with React Query if it uses that. */
function createPage(catalogs: CatalogName[], usesReactQuery: boolean, load: LoadPage) {
  return lazyPage(
    async () => {
      const [page] = await Promise.all([
        load(),
        usesReactQuery && loadQueryClient(),
        ...catalogs.map(loadCatalog),
      ]);
      return page;
    },
    <PageSkeleton />,
  );
}

/** Loads the code of the page at this path. Never rejects. @returns false if the code could not be loaded */
export async function preloadPage(path: string): Promise<boolean> {
  if (isConsolePath(path)) return Console.preload();
  const name = findPageName(path);
  const Page = pageRoutes.find((page) => page.name === name)?.Page ?? NotFound;
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
  useEffect(preloadAhead, []);
  if (absent && location.pathname === absent.pathname)
    return absent.kind === "gone" ? <Gone /> : <NotFound />;
  return (
    <Switch>
      {pageRoutes.map(({ path, Page }) => (
        <Route key={path} path={path} component={Page} />
      ))}
      <Route path={consolePattern} component={Console} />
      <Route path={previewPattern} component={Preview} />
      <Route component={NotFound} />
    </Switch>
  );
}

/** What a visitor does before they follow a link. */
const intents = ["pointerover", "focusin", "touchstart"] as const;

/**
 * Loads the code of a page as soon as the visitor points at a link to it, so that few navigations wait for code, and no
 * visitor loads what they don't open. When the browser is idle, loads what explains a lost connection.
 */
function preloadAhead() {
  const onIntent = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>("a[href]") : null;
    if (link?.origin === location.origin && findPageName(link.pathname))
      void preloadPage(link.pathname);
  };
  for (const type of intents) addEventListener(type, onIntent, { passive: true });
  const timer = setTimeout(() => {
    void importLoadError().catch(() => undefined);
    void loadCatalog("shop").catch(() => undefined);
  }, 2000);
  return () => {
    for (const type of intents) removeEventListener(type, onIntent);
    clearTimeout(timer);
  };
}
