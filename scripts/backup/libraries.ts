import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { parseEnv } from "node:util";
import { createContext, type Ctx } from "../../worker/context.ts";
import { showLibrary } from "../../worker/delivery/library/show-library.ts";
import { readCommittedConfig } from "../deploy/config.ts";
import type { Manifest } from "./manifest.ts";
import { readAgain } from "./read-again.ts";
import type { ShopDatabase } from "./tables.ts";

/** How many customers are compared. */
const CUSTOMERS = 50;

/** What of a shop decides what a customer sees. */
export type LibraryPlace = {
  bindings: Pick<Env, "DB" | "FILES">;
  mode: Manifest["mode"];
  /** Unix milliseconds. What is open depends on the time. */
  now: number;
};

/** Chooses customers who have bought or got something, from all of the shop's years. */
export async function chooseCustomers(db: ShopDatabase): Promise<string[]> {
  const { results } = await db
    .prepare(
      `WITH last(id) AS (SELECT max(rowid) FROM grants)
       SELECT DISTINCT user_id FROM grants
       WHERE rowid % max(1, (SELECT id FROM last) / ${4 * CUSTOMERS}) = 0 LIMIT ${CUSTOMERS}`,
    )
    .all<{ user_id: string }>();
  return results.map((row) => row.user_id);
}

/**
 * Hashes what customers have by the shop's own code: what they may open and until when, their license keys and
 * devices, the files that they may download, and their history. By the user's id.
 */
export async function hashLibraries(
  place: LibraryPlace,
  userIds: string[],
): Promise<Record<string, string>> {
  const ctx = createLibraryContext(place);
  const hashes: Record<string, string> = {};
  for (const userId of userIds) {
    const library = await readAgain(() => showLibrary(ctx, { userId }));
    hashes[userId] = createHash("sha256").update(JSON.stringify(library)).digest("hex");
  }
  return hashes;
}

/**
 * The settings of the demo shop: the same wherever it is computed, so only the data makes a difference. Those of a
 * deployed shop, which its bindings have too, are left out.
 */
function createLibraryContext({ bindings, mode, now }: LibraryPlace): Ctx {
  const vars = {
    ...readCommittedConfig().vars,
    ...parseEnv(readFileSync(".dev.vars.example", "utf8")),
  };
  const env = { ...vars, DB: bindings.DB, FILES: bindings.FILES } as unknown as Env;
  const defer = (work: Promise<unknown>) => void work;
  const ctx = createContext(env, { waitUntil: defer }, { type: "system", job: "backup" }, 0);
  const { config } = ctx;
  return { ...ctx, now, config: { ...config, stripe: { ...config.stripe, mode } } };
}
