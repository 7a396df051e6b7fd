import { applyD1Migrations, type D1Migration } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, vi } from "vitest";
import { emptyDatabase } from "./database/empty-database.ts";

// Stripe's client reads a stack at each request, and Vite's way to write one searches the whole text of each module on
// it for a source map that they do not have here: a tenth of all CPU. Failures look the same without.
Reflect.deleteProperty(Error, "prepareStackTrace");

// All files of a vitest worker share one runtime and one database. Each file starts with an empty database, and fake
// timers and mocks are reset after each test.
await applyD1Migrations(env.DB, (env as typeof env & { MIGRATIONS: D1Migration[] }).MIGRATIONS);
await emptyDatabase();

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});
