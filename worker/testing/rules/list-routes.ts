import { adminRoutes } from "../../admin/routes.ts";
import app from "../../app.ts";

/** Lists every route of the Worker as `METHOD /path`, also those that it loads later, each once. */
export function listRoutes(): string[] {
  const routes = [...app.routes, ...adminRoutes.routes]
    .filter(({ method }) => method !== "ALL")
    .map(({ method, path }) => `${method} ${path}`);
  return [...new Set(routes)];
}
