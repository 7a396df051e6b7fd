import { z } from "zod";
import { defineSetting } from "./define-setting.ts";

/** Whether the shop asks for newer versions of itself, where `UPDATES_FROM` names a repository. */
export const releaseSettings = defineSetting({
  name: "releases",
  schema: () => z.strictObject({ asks: z.boolean() }),
  defaults: { asks: true },
});
