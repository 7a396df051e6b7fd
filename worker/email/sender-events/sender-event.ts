import { z } from "zod";

/**
 * What a sender says about an email after it has accepted it.
 * @property address the recipient, in lower case
 * @property messageId the sender's id of the message; null if the event is about no message
 * @property detail what the receiving server said
 * @property at in Unix milliseconds of the real time
 */
export type SenderEvent = {
  kind: "bounced" | "complained" | "unsubscribed";
  address: string;
  messageId: string | null;
  detail: string | null;
  at: number;
};

const address = z
  .string()
  .max(320)
  .transform((text) => text.toLowerCase());
const detail = z.string().transform((text) => text.slice(0, 300));
const time = z
  .string()
  .transform((text) => Date.parse(text))
  .refine((at) => !Number.isNaN(at));

const resendEvent = z.lazy(() =>
  z.object({
    type: z.string(),
    created_at: time,
    data: z.object({
      email_id: z.string().nullish(),
      to: z.array(address).nullish(),
      // Of a contact.
      email: address.nullish(),
      unsubscribed: z.boolean().nullish(),
      bounce: z.object({ type: z.string().nullish(), message: detail.nullish() }).nullish(),
      suppressed: z.object({ message: detail.nullish() }).nullish(),
    }),
  }),
);

/** Reads an event of Resend's webhook. @returns null if it is none that the shop acts on */
export function readResendEvent(body: unknown): SenderEvent | null {
  const { data: event } = resendEvent.safeParse(body);
  if (!event) return null;
  const { email_id: messageId = null, to, email, unsubscribed, bounce, suppressed } = event.data;
  const recipient = to?.[0] ?? email;
  if (!recipient) return null;
  const about = { address: recipient, messageId, detail: null, at: event.created_at };
  switch (event.type) {
    case "email.bounced":
      // `Transient`, such as a full mailbox, or `Undetermined`: the next email may arrive.
      if (bounce?.type && bounce.type !== "Permanent") return null;
      return { ...about, kind: "bounced", detail: bounce?.message ?? null };
    case "email.suppressed":
      return { ...about, kind: "bounced", detail: suppressed?.message ?? null };
    case "email.complained":
      return { ...about, kind: "complained" };
    case "contact.updated":
      return unsubscribed ? { ...about, messageId: null, kind: "unsubscribed" } : null;
    default:
      return null;
  }
}

const cloudflareEvent = z.lazy(() =>
  z.object({
    type: z.string(),
    payload: z.object({
      messageId: z.string().nullish(),
      recipient: address,
      bounce: z.object({ type: z.string(), reason: detail.nullish() }).nullish(),
    }),
    metadata: z.object({ eventTimestamp: time }),
  }),
);

/** Reads an event of Cloudflare's Email Sending. @returns null if it is none that the shop acts on */
export function readCloudflareEvent(body: unknown): SenderEvent | null {
  const { data: event } = cloudflareEvent.safeParse(body);
  if (!event) return null;
  const { messageId = null, recipient, bounce } = event.payload;
  const about = { address: recipient, messageId, detail: null, at: event.metadata.eventTimestamp };
  switch (event.type) {
    case "cf.email.sending.message.bounced":
      // A soft one: Cloudflare has tried for hours, and the next email may arrive.
      return bounce?.type === "hard"
        ? { ...about, kind: "bounced", detail: bounce.reason ?? null }
        : null;
    case "cf.email.sending.message.complained":
      return { ...about, kind: "complained" };
    default:
      return null;
  }
}
