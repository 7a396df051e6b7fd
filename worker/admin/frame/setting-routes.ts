import { Hono } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { z } from "zod";
import type { UserEnv } from "../../context.ts";
import { validate } from "../../http/validate.ts";
import type { Setting } from "../../settings/define-setting.ts";

type Answer<Value> = { output: Value; outputFormat: "json"; status: ContentfulStatusCode };

/** Written out, because the type that Hono infers is too long for a declaration. */
type SettingRoutes<Schema extends z.ZodType, Value> = Hono<
  UserEnv,
  {
    "/": {
      $get: { input: object } & Answer<Value>;
      $put: { input: { json: z.input<Schema> } } & Answer<Value>;
    };
  },
  "/"
>;

/** The routes that read and save a setting. */
export function settingRoutes<Schema extends z.ZodType, Value extends object>({
  schema,
  read,
  save,
}: Setting<Schema, Value>): SettingRoutes<Schema, Value> {
  const routes = new Hono<UserEnv>();
  routes.get("/", async (c) => c.json(await read(c.var.ctx)));
  routes.put("/", validate("json", schema), async (c) =>
    c.json(await save(c.var.ctx, c.req.valid("json") as z.output<Schema>)),
  );
  return routes as unknown as SettingRoutes<Schema, Value>;
}
