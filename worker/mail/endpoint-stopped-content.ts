import { greeting } from "./build-email-content.ts";
import type { EmailContent } from "./email-content.ts";

/** Builds the email that tells the team that a webhook endpoint gets no more events. A pure function. */
export function buildEndpointStoppedContent(context: {
  shop: { name: string; origin: string };
  userName: string | null;
  endpointId: string;
}): EmailContent {
  const { shop, endpointId } = context;
  return {
    subject: "A webhook endpoint no longer gets events",
    heading: "A webhook endpoint no longer gets events",
    paragraphs: [
      greeting(context),
      `${shop.name} stopped sending events to one of your webhook endpoints, because it has failed for a long time or asked us to stop.`,
      "No event is lost. Find out why the endpoint fails, fix it and enable it again: then it gets everything that it missed.",
    ],
    facts: [{ label: "Endpoint", value: endpointId }],
    benefits: [],
    action: {
      label: "Open the endpoint",
      url: `${shop.origin}/admin/developers/webhooks/${encodeURIComponent(endpointId)}`,
    },
    notes: [`You get this message because you manage ${shop.name}.`],
  };
}
