import { lazy, useEffect, type ComponentType } from "react";
import { Route, Switch } from "wouter";
import { paths } from "./paths.ts";
import { loadFailure } from "./shell/loaded.tsx";
import { NotFound } from "./shell/not-found.tsx";

type Load = () => Promise<{ default: ComponentType }>;

/** Every page, fetched when it is first asked for. */
const pages: Record<string, Load> = {
  [paths.home]: () => import("./features/catalog/storefront-page.tsx"),
  [paths.productPattern]: () => import("./features/catalog/product-page.tsx"),
  [paths.signIn()]: () => import("./features/sign-in/sign-in-page.tsx"),
  [paths.signOut]: () => import("./features/sign-in/sign-out-page.tsx"),
  [paths.error]: () => import("./features/sign-in/error-page.tsx"),
  [paths.verifyRequest]: () => import("./features/sign-in/verify-request-page.tsx"),
  [paths.checkoutReturn]: () => import("./features/checkout/return-page.tsx"),
  [paths.library]: () => import("./features/library/library-page.tsx"),
  [paths.readPattern]: () => import("./features/pages/read-page.tsx"),
  [paths.legalPattern]: () => import("./features/settings/legal-page.tsx"),
  [paths.account]: () => import("./features/account/account-page.tsx"),
  [paths.deleteAccount]: () => import("./features/account/delete-page.tsx"),
  [paths.goodbye]: () => import("./features/account/goodbye-page.tsx"),
  [paths.billing]: () => import("./features/billing/billing-page.tsx"),
};

/** The seller's side, which buyers never load. */
const loadConsole = () => import("./console/console.tsx");
const consoleRoute = { path: `${paths.console}/*?`, component: lazy(loadConsole) };
// Whoever works there waits for no render to ask for it.
if (location.pathname.startsWith(paths.console)) void loadConsole().catch(() => undefined);

const routes = Object.entries(pages).map(([path, load]) => ({ path, component: lazy(load) }));

export function Routes() {
  useEffect(fetchAllWhenIdle, []);
  return (
    <Switch>
      {routes.map(({ path, component }) => (
        <Route key={path} path={path} component={component} />
      ))}
      <Route {...consoleRoute} />
      <Route component={NotFound} />
    </Switch>
  );
}

/** The rest is a few kilobytes; with all of it at hand no navigation waits for code. */
function fetchAllWhenIdle() {
  const rest = [loadFailure, ...Object.values(pages)];
  const timer = setTimeout(() => rest.forEach((load) => void load().catch(() => undefined)), 2000);
  return () => clearTimeout(timer);
}
