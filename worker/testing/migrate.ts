import { applyD1Migrations, type D1Migration } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, vi } from "vitest";
import { emptyDatabase } from "./database/empty-database.ts";

// All files of a vitest worker share one runtime and one database. Each file starts with an empty database, and fake
// timers and mocks are reset after each test.
await applyD1Migrations(env.DB, (env as typeof env & { MIGRATIONS: D1Migration[] }).MIGRATIONS);
await emptyDatabase();

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});
