import { Hono } from "hono";
import { html } from "hono/html";
import { page } from "../ui/page.ts";
import type { Mailbox, Message } from "./mailbox.ts";

/**
 * `/mail`: a sender that speaks Resend's API (`POST /mail/emails`) and delivers into a mailbox that can be read here.
 * `GET /mail/messages` is the same for programs.
 */
export function createMail(mailbox: Mailbox): Hono {
  const mail = new Hono();

  mail.post("/emails", async (c) => {
    const body: unknown = await c.req.json().catch(() => null);
    const message = readMessage(body);
    if (!message || !c.req.header("authorization")?.startsWith("Bearer ")) {
      return c.json(
        {
          statusCode: 422,
          name: "validation_error",
          message: "from, to, subject and text are needed",
        },
        422,
      );
    }
    return c.json({ id: mailbox.keep(message).id });
  });

  mail.get("/messages", (c) => c.json({ messages: mailbox.list() }));

  mail.get("/", () => {
    const messages = mailbox.list();
    return page(
      "Mail",
      html`<main class="stack">
        <div class="between">
          <h1>Mail</h1>
          <a href="/">Sandbox</a>
        </div>
        ${
          messages.length === 0
            ? html`<p class="soft">Nothing was sent yet.</p>`
            : messages.map(
                ({ id, to, subject, sentAt }) =>
                  html`<article class="card stack tight">
                    <h2><a href="/mail/${id}">${subject}</a></h2>
                    <p class="soft small">To ${to}, ${new Date(sentAt).toISOString()}</p>
                  </article>`,
              )
        }
      </main>`,
    );
  });

  mail.get("/:id", (c) => {
    const message = mailbox.find(c.req.param("id"));
    return message ? page(message.subject, letter(message)) : c.notFound();
  });

  return mail;
}

function letter({ from, to, subject, text }: Message) {
  return html`<main class="stack">
    <div class="between">
      <h1>${subject}</h1>
      <a href="/mail">All mail</a>
    </div>
    <p class="soft small">From ${from} to ${to}</p>
    <article class="card stack">
      ${text.split(/\n{2,}/).map((part) => html`<p>${withLink(part)}</p>`)}
    </article>
  </main>`;
}

/** A paragraph that is one address is a link; nothing else becomes markup. */
function withLink(part: string) {
  return /^https?:\/\/\S+$/.test(part) ? html`<a class="mono" href="${part}">${part}</a>` : part;
}

function readMessage(body: unknown): Omit<Message, "id" | "sentAt"> | undefined {
  if (typeof body !== "object" || body === null) return undefined;
  const { from, to, subject, text } = body as Record<string, unknown>;
  const receiver: unknown = Array.isArray(to) && to.length === 1 ? to[0] : to;
  const fields = [from, receiver, subject, text];
  if (!fields.every((field) => typeof field === "string" && field !== "")) return undefined;
  return { from: String(from), to: String(receiver), subject: String(subject), text: String(text) };
}
