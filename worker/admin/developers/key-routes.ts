import { Hono } from "hono";
import type { UserEnv } from "../../context.ts";
import { requireFreshSignIn } from "../../http/require.ts";
import { runVerb } from "../../http/run-verb.ts";
import { createApiKey, revokeApiKey, rollApiKey } from "../../identity/keys/change-keys.ts";
import { keyParam, newKey, rollBody } from "../../identity/keys/schema.ts";
import { showKeys } from "./show-keys.ts";

/** `/api/admin/developers/keys`: API keys. A key itself is only in the answer that made it. */
export const keyRoutes = new Hono<UserEnv>()
  .get("/", async (c) => c.json(await showKeys(c.var.ctx)))
  .post("/", requireFreshSignIn, ...runVerb(createApiKey, { json: newKey }, 201))
  .post(
    "/:id/rotation",
    requireFreshSignIn,
    ...runVerb(rollApiKey, { param: keyParam, json: rollBody }, 201),
  )
  .delete("/:id", requireFreshSignIn, ...runVerb(revokeApiKey, { param: keyParam }));
