import { identifyActor, type Ctx } from "../../context.ts";
import { commit } from "../../db/client.ts";
import { logFailure } from "../../lib/log.ts";
import { notifyTeam } from "./queue-team-emails.ts";
import { recordNotifications } from "./record-notifications.ts";

/** What a member or a program made: an API key, an endpoint that gets every event, or a gift by support. */
export type TeamChange = { event: "key" | "endpoint" | "gift"; id: string; what: string };

/** Tells the owners of a change, after its commit. Never throws: the audit log has the change. */
export async function reportTeamChange(ctx: Ctx, { event, id, what }: TeamChange): Promise<void> {
  try {
    const by = identifyActor(ctx).id;
    await commit(
      ctx.db,
      recordNotifications(ctx, [
        {
          kind: "team_change",
          dedupeKey: `${id}:${ctx.now}`,
          sourceType: "team",
          sourceId: id,
          facts: { event, what, by },
          amountMinor: null,
          currency: null,
        },
      ]),
    );
    ctx.defer(notifyTeam(ctx));
  } catch (error) {
    logFailure(ctx, "email.failed", error);
  }
}
