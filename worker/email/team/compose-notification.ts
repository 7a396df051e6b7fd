import type { Ctx } from "../../context.ts";
import type { NotificationRange } from "../../db/schema/notifications.ts";
import { renderEmail, type RenderedEmail } from "../../email-layout/render-email.ts";
import type { OutboxEmailRow } from "../store.ts";
import { resolveDeliveries } from "./deliveries.ts";
import { listCovered } from "./store-covered.ts";
import { findMemberWithChoices, listTotals } from "./store.ts";
import {
  buildDigestContent,
  buildNotificationContent,
  MAX_LISTED,
  type Section,
} from "./team-email-content.ts";
import { openTeamEmailContext } from "./team-email.ts";
import { createTurnOffUrl } from "./turn-off-link.ts";

/**
 * Renders a queued email to a member of the team from the current rows.
 * @returns null if the member left the team, or has turned off what it reports
 */
export async function composeTeamEmail(
  ctx: Ctx,
  email: Pick<OutboxEmailRow, "userId" | "kind" | "covers">,
  { isPreview }: { isPreview: boolean },
): Promise<RenderedEmail | null> {
  const { userId, covers } = email;
  const member = await findMemberWithChoices(ctx.db, userId);
  if (!member) return null;
  const deliveries = resolveDeliveries(member);
  const isDigest = email.kind === "notification_digest";
  const limit = isDigest ? MAX_LISTED.digest : MAX_LISTED.immediate;
  const wanted = (covers ?? []).filter(({ kind }) => deliveries[kind] !== "off");
  const sections = (
    await Promise.all(wanted.map((range) => readSection(ctx, range, limit)))
  ).filter(({ newest }) => newest.length > 0);
  const [first] = sections;
  if (!first) return null;
  const context = {
    ...(await openTeamEmailContext(ctx, member)),
    turnOffUrl: createTurnOffUrl(
      ctx,
      isPreview ? null : { userId, subject: isDigest ? "digest" : first.kind },
    ),
  };
  const content = isDigest
    ? buildDigestContent(context, sections)
    : buildNotificationContent(context, first);
  return renderEmail(context, content);
}

async function readSection(ctx: Ctx, range: NotificationRange, limit: number): Promise<Section> {
  const { mode } = ctx.config.stripe;
  const [totals, newest] = await Promise.all([
    listTotals(ctx.db, mode, range),
    listCovered(ctx.db, { mode, range, limit }),
  ]);
  return { kind: range.kind, totals, newest };
}
