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
  email: Pick<OutboxEmailRow, "sourceId">,
  recipient: EmailRecipient,
): Promise<RenderedEmail> {
  const context = await openTeamEmailContext(ctx, recipient);
  return renderEmail(context, buildEndpointStoppedContent(context, email.sourceId));
}

function buildEndpointStoppedContent(context: EmailContext, endpointId: string): EmailContent {
  const { name, origin } = context.shop;
  return {
    ...startTeamContent(context),
    subject: "A webhook endpoint was disabled",
    heading: "A webhook endpoint was disabled",
    paragraphs: [
      `${name} no longer sends events to one of your webhook endpoints, because the endpoint kept failing or asked us to stop.`,
      "No events are lost. Fix the endpoint and enable it again to receive all missed events.",
    ],
    details: [{ label: "Endpoint", value: endpointId }],
    action: {
      label: "View endpoint",
      url: `${origin}/admin/developers/webhooks/${encodeURIComponent(endpointId)}`,
    },
    reason: `You’re receiving this email because you’re an admin of ${name}.`,
  };
}
