import type { Ctx } from "../../context.ts";
import type { EmailContent } from "../../email-layout/email-content.ts";
import type { EmailRecipient } from "../queued-email.ts";
import type { EmailContext } from "../../email-layout/email-context.ts";
import { renderEmail, type RenderedEmail } from "../../email-layout/render-email.ts";
import type { OutboxEmailRow } from "../store.ts";
import { openTeamEmailContext, startTeamContent } from "./team-email.ts";

/** Renders the email that tells the team that a webhook endpoint gets no more events. */
export async function composeEndpointStoppedEmail(
  ctx: Ctx,
  { sourceId, facts }: Pick<OutboxEmailRow, "sourceId" | "facts">,
  recipient: EmailRecipient,
): Promise<RenderedEmail> {
  const context = await openTeamEmailContext(ctx, recipient);
  const isDisabled = facts?.of === "endpoint" && facts.status === "disabled";
  return renderEmail(context, buildEndpointStoppedContent(context, sourceId, isDisabled));
}

function buildEndpointStoppedContent(
  context: EmailContext,
  endpointId: string,
  isDisabled: boolean,
): EmailContent {
  const { name, origin } = context.shop;
  const title = `A webhook endpoint was ${isDisabled ? "disabled" : "paused"}`;
  return {
    ...startTeamContent(context),
    subject: title,
    heading: title,
    paragraphs: [
      `${name} no longer sends events to one of your webhook endpoints, because ${isDisabled ? "it answered 410 Gone" : "it failed for 5 days"}.`,
      `No events are lost. Fix the endpoint and ${isDisabled ? "enable" : "resume"} it to receive all missed events.`,
    ],
    details: [{ label: "Endpoint", value: endpointId }],
    action: {
      label: "View endpoint",
      url: `${origin}/admin/developers/webhooks/${encodeURIComponent(endpointId)}`,
    },
    reason: `You’re receiving this email because you’re an admin of ${name}.`,
  };
}
