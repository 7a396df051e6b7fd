import { Hono } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { z } from "zod";
import type { UserEnv } from "../../context.ts";
import { validate } from "../../http/validate.ts";
import { readSettingVersion, type Setting } from "../../settings/define-setting.ts";

/** The version that an edit began from. A save without it takes place in any case. */
export const versionQuery = z.strictObject({ version: z.coerce.number().int().min(0).optional() });

type Answer<Value> = { output: Value; outputFormat: "json"; status: ContentfulStatusCode };

/** Written out, because the type that Hono infers is too long for a declaration. */
type SettingRoutes<Schema extends z.ZodType, Value> = Hono<
  UserEnv,
  {
    "/": {
      $get: { input: object } & Answer<Value & { version: number }>;
      $put: {
        input: { json: z.input<Schema>; query: { version?: number } };
      } & Answer<Value & { version: number }>;
    };
  },
  "/"
>;

/** The routes that read and save a setting. Answers have its version, from which the next edit begins. */
export function settingRoutes<Schema extends z.ZodType, Value extends object>({
  name,
  schema,
  read,
  save,
}: Setting<Schema, Value>): SettingRoutes<Schema, Value> {
  const routes = new Hono<UserEnv>();
  routes.get("/", async (c) => {
    // Before the value: what is saved in between is then newer than the version.
    const version = await readSettingVersion(c.var.ctx, name);
    return c.json({ ...(await read(c.var.ctx)), version });
  });
  routes.put("/", validate("json", schema), validate("query", versionQuery), async (c) => {
    const { ctx } = c.var;
    const { version } = c.req.valid("query");
    const saved = await save(ctx, c.req.valid("json") as z.output<Schema>, version);
    const next = version === undefined ? null : Math.max(ctx.now, version + 1);
    return c.json({ ...saved, version: next ?? (await readSettingVersion(ctx, name)) });
  });
  return routes as unknown as SettingRoutes<Schema, Value>;
}
