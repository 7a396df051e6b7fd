import { readText, WEBHOOK_BYTES } from "./body-limit.ts";
import { answerJsonText, frequentCall } from "./frequent-call.ts";
import { isBlocked } from "./refuse-forgeries.ts";
import { verifyEvent } from "../stripe/events.ts";
import { received, storeVerified } from "../sync/webhook/receive-event.ts";

const receivedText = JSON.stringify(received);

/** `POST /api/stripe/webhook`. A delivery that can't be verified is left to the app, which counts forgeries. */
export const webhookCall = frequentCall({
  method: "POST",
  path: "/api/stripe/webhook",
  isVisit: false,
  async read(request, ctx) {
    const signature = request.headers.get("stripe-signature") ?? undefined;
    if (!signature || isBlocked(request, ctx.now)) return undefined;
    const rawBody = await readText(request, WEBHOOK_BYTES);
    if (rawBody === undefined) return undefined;
    const { now, config } = ctx;
    return { rawBody, event: await verifyEvent(config.stripe, { rawBody, signature, now }) };
  },
  async answer(ctx, _env, { event, rawBody }) {
    await storeVerified(ctx, event, rawBody);
    return answerJsonText(receivedText);
  },
});
