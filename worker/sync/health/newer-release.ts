import { z } from "zod";
import type { Ctx } from "../../context.ts";
import { commit } from "../../db/client.ts";
import { logEvent, summarizeError } from "../../lib/log.ts";
import { readAtMost } from "../../lib/read-at-most.ts";
import { SECOND } from "../../lib/time.ts";
import { VERSION } from "../../lib/version.ts";
import { releaseSettings } from "../../settings/release-settings.ts";
import { defineCursor } from "../cursors/store.ts";

const TIMEOUT_MS = 10 * SECOND;
const MAX_BYTES = 200_000;
/** The console shows the beginning, and links to the rest. */
const MAX_NOTES = 2000;

/** What a release says about itself in its `manifest.json`. */
const manifest = z.object({
  version: z.string().regex(/^\d{1,6}\.\d{1,6}\.\d{1,6}$/),
  needsAction: z.array(z.string().max(1000)).max(20),
  notes: z.string().transform((notes) => notes.slice(0, MAX_NOTES)),
});

/** The newest release, as it was last asked for. */
export const newestRelease = defineCursor<z.output<typeof manifest>>("newest_release");

/** How the last upgrade ended. `npm run upgrade` writes it. */
export const lastUpgrade = defineCursor<{
  state: "done" | "failed";
  from: string;
  to: string;
  problem: string | null;
  at: number;
}>("last_upgrade");

/**
 * Asks the configured repository for its newest release. Sends nothing but the version of this shop, and asks nobody
 * if no repository is configured, or the seller has turned it off. An answer that is missing or strange is no failure: the next night asks again.
 */
export async function checkForRelease(ctx: Ctx): Promise<void> {
  const { updatesFrom } = ctx.config;
  if (updatesFrom === undefined || !(await releaseSettings.read(ctx)).asks) return;
  try {
    const response = await fetch(`${updatesFrom}/releases/latest/download/manifest.json`, {
      headers: { "user-agent": `gatehouse/${VERSION}` },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const body = response.ok ? await readAtMost(response.body, MAX_BYTES) : null;
    if (!body) throw new Error(`It answered ${response.status}`);
    const found = manifest.parse(await new Response(body).json());
    await commit(ctx.db, [newestRelease.save(ctx, found)]);
  } catch (error) {
    logEvent("info", "release.not_found", { error: summarizeError(error) }, ctx);
  }
}
