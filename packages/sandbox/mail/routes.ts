import { setTimeout as sleep } from "node:timers/promises";
import { Hono, type Context } from "hono";
import type { Fault, Faults } from "../stripe/protocol/faults.ts";
import { shopKey } from "../stripe/stand-in.ts";
import type { Mailbox, NewMessage } from "./mailbox.ts";
import { inboxPage, messagePage } from "./pages.ts";

/**
 * `/mail`: a sender that speaks Resend's API (`POST /mail/emails`, with `Idempotency-Key`) and delivers into a mailbox
 * that can be read here. `GET /mail/messages`, `?to=` for one receiver, is the same for programs.
 * @param faults what was asked to fail, as `POST /mail/emails`
 */
export function createMail(mailbox: Mailbox, faults: Pick<Faults, "take">): Hono {
  const mail = new Hono();

  mail.post("/emails", async (c) => {
    const key = /^Bearer (\S+)$/.exec(c.req.header("authorization") ?? "")?.[1];
    if (key === undefined) return refuse(c, 401, "missing_api_key", "An API key is needed.");
    // A sender that has the key of a Stripe account meets the faults of that account, any other those of the shop.
    const account = key.startsWith("sk_test_") ? key : shopKey;
    const fault = faults.take(account, "POST", "/mail/emails");
    if (fault?.delayMs) await sleep(fault.delayMs);
    if (fault?.status && !fault.afterCommit) return failAs(c, fault);

    const message = readMessage(await c.req.json().catch(() => null));
    if (!message)
      return refuse(c, 422, "validation_error", "from, to, subject and text are needed.");
    const idempotencyKey = c.req.header("idempotency-key");
    const kept = mailbox.keep(message, idempotencyKey && `${key} ${idempotencyKey}`);
    if (!kept)
      return refuse(c, 409, "invalid_idempotent_request", "The key was used with other content.");
    return fault?.status ? failAs(c, fault) : c.json({ id: kept.id });
  });

  mail.get("/messages", (c) => c.json({ messages: mailbox.list(c.req.query("to")) }));

  mail.get("/", (c) => {
    const to = c.req.query("to");
    return inboxPage(mailbox.list(to), mailbox.receivers(), to);
  });

  mail.get("/:id", (c) => {
    const message = mailbox.find(c.req.param("id"));
    return message ? messagePage(message) : c.notFound();
  });

  // Mail is markup of somebody else's: no script of it runs, and its links open a tab of their own.
  mail.get("/:id/html", (c) => {
    const message = mailbox.find(c.req.param("id"));
    if (!message?.html) return c.notFound();
    return c.html(message.html.replace("<head>", '<head><base target="_blank">'), 200, {
      "cache-control": "no-store",
      "content-security-policy":
        "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox",
      "x-content-type-options": "nosniff",
    });
  });

  return mail;
}

function failAs(c: Context, { status }: Fault) {
  return refuse(c, status ?? 500, "application_error", "The sandbox was asked to fail.");
}

function refuse(c: Context, statusCode: number, name: string, message: string) {
  return c.json({ statusCode, name, message }, statusCode as 500);
}

function readMessage(body: unknown): NewMessage | undefined {
  if (typeof body !== "object" || body === null) return undefined;
  const { from, to, subject, text, html = "" } = body as Record<string, unknown>;
  const receiver: unknown = Array.isArray(to) && to.length === 1 ? to[0] : to;
  const fields = [from, receiver, subject, text];
  if (!fields.every((field) => typeof field === "string" && field !== "")) return undefined;
  if (typeof html !== "string") return undefined;
  return {
    from: String(from),
    to: String(receiver),
    subject: String(subject),
    text: String(text),
    html,
  };
}
