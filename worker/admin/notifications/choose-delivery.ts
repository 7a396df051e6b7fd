import { recordChange } from "../../audit/record-change.ts";
import type { UserCtx } from "../../context.ts";
import { commit } from "../../db/client.ts";
import type { NotificationDelivery, NotificationKind } from "../../db/schema/notifications.ts";
import { fail } from "../../errors.ts";
import { listKindsOf, resolveDeliveries } from "../../email/team/deliveries.ts";
import { findMemberWithChoices, skipNotifications, upsertChoice } from "../../email/team/store.ts";

/**
 * Saves how the signed-in member is notified of a kind. What happened while it was off is not reported later.
 * @param input.timeZone the one of the member's browser, for the time of the digest
 * @throws `not_found` for a kind that the member's role cannot choose
 */
export async function chooseDelivery(
  ctx: UserCtx,
  input: { kind: NotificationKind; delivery: NotificationDelivery; timeZone: string | null },
): Promise<void> {
  const { userId } = ctx.actor;
  const { kind, delivery, timeZone } = input;
  const member = await findMemberWithChoices(ctx.db, userId);
  if (!member || !listKindsOf(member.role).includes(kind)) throw fail("not_found");
  const before = resolveDeliveries(member)[kind];
  await commit(ctx.db, [
    upsertChoice(ctx.db, {
      userId,
      deliveries: { [kind]: delivery },
      timeZone,
      updatedAt: ctx.now,
    }),
    ...(before === "off" ? [skipNotifications({ userId, kind })] : []),
    recordChange(ctx, {
      action: "notifications.updated",
      targetId: userId,
      before: { [kind]: before },
      after: { [kind]: delivery },
    }),
  ]);
}
