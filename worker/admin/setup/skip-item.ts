import { recordChange } from "../../audit/record-change.ts";
import type { Ctx } from "../../context.ts";
import { commit } from "../../db/client.ts";
import { failAt } from "../../errors.ts";
import { mergeSetting } from "../../settings/store.ts";
import { readSetup } from "../../setup/read-setup.ts";
import type { Setup, SetupItemId } from "../../setup/setup-items.ts";

/**
 * Skips an item of the checklist, or takes that back.
 * @throws `invalid_input` at `item` if the shop cannot do without it
 */
export async function skipItem(
  ctx: Ctx,
  input: { item: SetupItemId; isSkipped: boolean },
): Promise<Setup> {
  const { item, isSkipped } = input;
  const { items } = await readSetup(ctx);
  const before = items.find(({ id }) => id === item);
  if (!before?.canSkip) throw failAt("item", "This cannot be skipped");
  await commit(ctx.db, [
    mergeSetting(ctx.db, {
      name: "setup",
      value: isSkipped ? { [item]: true } : { [item]: null },
      updatedAt: ctx.now,
    }),
    recordChange(ctx, {
      action: "settings.updated",
      targetId: "setup",
      before: { [item]: before.state },
      after: { [item]: isSkipped ? "skipped" : "todo" },
    }),
  ]);
  return readSetup(ctx);
}
