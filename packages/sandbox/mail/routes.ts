import { setTimeout as sleep } from "node:timers/promises";
import { Hono, type Context } from "hono";
import type { Fault, Faults } from "../stripe/protocol/faults.ts";
import type { Mailbox, NewMessage } from "./mailbox.ts";
import { inboxPage, messagePage } from "./pages.ts";

/**
 * Creates `/mail`: an email service with Resend's API (`POST /mail/emails` and `/mail/emails/batch`, with
 * `Idempotency-Key`) and pages that show the sent messages. Programs read them from `GET /mail/messages`; `?to=` filters by recipient.
 * @param faults faults that match `POST /mail/emails` or `POST /mail/emails/batch`
 */
export function createMailServer(
  mailbox: Mailbox,
  faults: Pick<Faults, "take">,
  mainKey: string,
): Hono {
  const mail = new Hono();

  mail.post("/emails", (c) =>
    answerSend(c, "/mail/emails", (body) => {
      const message = parseMessage(body);
      return message && [message];
    }),
  );

  // All of up to a hundred messages, or none.
  mail.post("/emails/batch", (c) =>
    answerSend(c, "/mail/emails/batch", (body) => {
      if (!Array.isArray(body) || body.length === 0 || body.length > 100) return undefined;
      const messages = body.flatMap((each) => parseMessage(each) ?? []);
      return messages.length === body.length ? messages : undefined;
    }),
  );

  async function answerSend(
    c: Context,
    path: string,
    parse: (body: unknown) => NewMessage[] | undefined,
  ) {
    const key = /^Bearer (\S+)$/.exec(c.req.header("authorization") ?? "")?.[1];
    if (key === undefined)
      return respondWithError(c, 401, "missing_api_key", "An API key is needed.");
    // A sender whose API key is a Stripe account's gets the faults of that account, any other those of the shop.
    const account = key.startsWith("sk_test_") ? key : mainKey;
    const fault = faults.take(account, "POST", path);
    if (fault?.delayMs) await sleep(fault.delayMs);
    if (fault?.status && !fault.afterCommit) return respondWithFault(c, fault);

    const messages = parse(await c.req.json().catch(() => null));
    if (!messages)
      return respondWithError(c, 422, "validation_error", "from, to, subject and text are needed.");
    const idempotencyKey = c.req.header("idempotency-key");
    const saved = mailbox.saveMessages(messages, idempotencyKey && `${key} ${idempotencyKey}`);
    if (!saved)
      return respondWithError(
        c,
        409,
        "invalid_idempotent_request",
        "The key was used with other content.",
      );
    if (fault?.status) return respondWithFault(c, fault);
    return c.json(path === "/mail/emails" ? saved[0] : { data: saved });
  }

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
  if (status === 429) {
    c.header("retry-after", "2");
    return respondWithError(c, status, "rate_limit_exceeded", "Too many requests.");
  }
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
