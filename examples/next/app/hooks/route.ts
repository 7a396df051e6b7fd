import { InvalidWebhookError, verifyWebhook } from "@gatehouse/client/webhooks";

/** `POST /hooks`: what the shop delivers. */
export async function POST(request: Request): Promise<Response> {
  try {
    const event = await verifyWebhook(request, process.env["GATEHOUSE_WEBHOOK_SECRET"] ?? "");
    if (event.type === "entitlement.granted" || event.type === "entitlement.revoked")
      console.log(`${event.type} ${event.data.feature} ${event.data.customerId}`);
    return new Response(null, { status: 204 });
  } catch (error) {
    if (error instanceof InvalidWebhookError) return error.getResponse();
    throw error;
  }
}
