import { setTimeout as sleep } from "node:timers/promises";
import { Hono, type Context } from "hono";
import type { Fault, Faults } from "../stripe/protocol/faults.ts";
import { shopSecretKey } from "../stripe/stand-in.ts";
import type { Mailbox, NewMessage } from "./mailbox.ts";
import { inboxPage, messagePage } from "./pages.ts";

/**
 * Creates `/mail`: an email service with Resend's API (`POST /mail/emails`, with `Idempotency-Key`) and pages that show
 * the sent messages. Programs read them from `GET /mail/messages`; `?to=` filters by recipient.
 * @param faults faults that match `POST /mail/emails`
 */
export function createMailServer(mailbox: Mailbox, faults: Pick<Faults, "take">): Hono {
  const mail = new Hono();

  mail.post("/emails", async (c) => {
    const key = /^Bearer (\S+)$/.exec(c.req.header("authorization") ?? "")?.[1];
    if (key === undefined)
      return respondWithError(c, 401, "missing_api_key", "An API key is needed.");
    // A sender whose API key is a Stripe account's gets the faults of that account, any other those of the shop.
    const account = key.startsWith("sk_test_") ? key : shopSecretKey;
    const fault = faults.take(account, "POST", "/mail/emails");
    if (fault?.delayMs) await sleep(fault.delayMs);
    if (fault?.status && !fault.afterCommit) return respondWithFault(c, fault);

    const message = parseMessage(await c.req.json().catch(() => null));
    if (!message)
      return respondWithError(c, 422, "validation_error", "from, to, subject and text are needed.");
    const idempotencyKey = c.req.header("idempotency-key");
    const saved = mailbox.saveMessage(message, idempotencyKey && `${key} ${idempotencyKey}`);
    if (!saved)
      return respondWithError(
        c,
        409,
        "invalid_idempotent_request",
        "The key was used with other content.",
      );
    return fault?.status ? respondWithFault(c, fault) : c.json({ id: saved.id });
  });

  mail.get("/messages", (c) => c.json({ messages: mailbox.listMessages(c.req.query("to")) }));

  mail.get("/", (c) => {
    const to = c.req.query("to");
    return inboxPage(mailbox.listMessages(to), mailbox.listRecipients(), to);
  });

  mail.get("/:id", (c) => {
    const message = mailbox.findMessage(c.req.param("id"));
    return message ? messagePage(message) : c.notFound();
  });

  // The markup is not ours: scripts must not run, and links open a new tab.
  mail.get("/:id/html", (c) => {
    const message = mailbox.findMessage(c.req.param("id"));
    if (!message?.html) return c.notFound();
    return c.html(message.html.replace("<head>", '<head><base target="_blank">'), 200, {
      "cache-control": "no-store",
      "content-security-policy":
        "default-src 'none'; style-src 'unsafe-inline'; img-src http: https:; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox",
      "x-content-type-options": "nosniff",
    });
  });

  return mail;
}

function respondWithFault(c: Context, { status }: Fault) {
  return respondWithError(c, status ?? 500, "application_error", "The sandbox was asked to fail.");
}

function respondWithError(c: Context, statusCode: number, name: string, message: string) {
  return c.json({ statusCode, name, message }, statusCode as 500);
}

function parseMessage(body: unknown): NewMessage | undefined {
  if (typeof body !== "object" || body === null) return undefined;
  const fields = body as Record<string, unknown>;
  const { from, to, subject, text, html = "", headers = {}, reply_to: replyTo = "" } = fields;
  const recipient: unknown = Array.isArray(to) && to.length === 1 ? to[0] : to;
  const required = [from, recipient, subject, text];
  if (!required.every((field) => typeof field === "string" && field !== "")) return undefined;
  if (typeof replyTo !== "string") return undefined;
  if (typeof html !== "string" || typeof headers !== "object" || headers === null) return undefined;
  if (!Object.values(headers).every((value) => typeof value === "string")) return undefined;
  return {
    from: String(from),
    replyTo,
    to: String(recipient),
    subject: String(subject),
    text: String(text),
    html,
    headers: headers as Record<string, string>,
  };
}
