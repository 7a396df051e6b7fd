import { Hono } from "hono";
import type { UserEnv } from "../../context.ts";
import { requireFreshSignIn } from "../../http/require.ts";
import { validate } from "../../http/validate.ts";
import { createApiKey, revokeApiKey, rollApiKey } from "../../identity/keys/change-keys.ts";
import { keyParam, newKey, rollBody } from "../../identity/keys/schema.ts";
import { showKeys } from "./show-keys.ts";

/** `/api/admin/developers/keys`: API keys. A key itself is only in the answer that made it. */
export const keyRoutes = new Hono<UserEnv>()
  .get("/", async (c) => c.json(await showKeys(c.var.ctx)))
  .post("/", requireFreshSignIn, validate("json", newKey), async (c) =>
    c.json(await createApiKey(c.var.ctx, c.req.valid("json")), 201),
  )
  .post(
    "/:id/rotation",
    requireFreshSignIn,
    validate("param", keyParam),
    validate("json", rollBody),
    async (c) => {
      const { id } = c.req.valid("param");
      return c.json(await rollApiKey(c.var.ctx, { id, ...c.req.valid("json") }), 201);
    },
  )
  .delete("/:id", requireFreshSignIn, validate("param", keyParam), async (c) => {
    await revokeApiKey(c.var.ctx, c.req.valid("param"));
    return c.body(null, 204);
  });
