import { html } from "hono/html";
import { renderPage } from "../ui/page.ts";
import type { Mailbox, Message } from "./mailbox.ts";

const style = `
.between a { white-space: nowrap; }
.receivers { display: flex; flex-wrap: wrap; gap: 8px; }
.receivers a { padding: 4px 12px; border: 1px solid var(--line); border-radius: 99px; font-size: .875rem; text-decoration: none; overflow-wrap: anywhere; }
.receivers a[aria-current] { border-color: var(--accent); background: color-mix(in oklab, var(--accent) 12%, var(--card)); }
.inbox { padding: 4px 24px; }
.inbox article { padding: 14px 0; display: grid; gap: 2px; } .inbox article + article { border-top: 1px solid var(--line); }
.inbox h2 { font-size: 1rem; overflow-wrap: anywhere; }
main { width: min(100%, 1240px); margin: 0 auto; padding: 24px 16px 64px; }
.views { display: grid; gap: 24px; align-items: start; } .views > * { min-width: 0; display: grid; gap: 8px; }
@media (min-width: 900px) { .views.both { grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); } .views .card { padding: 20px; } }
.views h2 { font-size: .8125rem; font-weight: 600; color: var(--soft); }
iframe { width: 100%; height: max(36rem, 80vh); border: 1px solid var(--line); border-radius: 16px; background: var(--card); }
.text { white-space: pre-wrap; font: .75rem/1.6 ui-monospace, SFMono-Regular, Menlo, monospace; overflow-wrap: anywhere; margin: 0; }
`;

/** Renders the list of messages, of all recipients or of `to` only. */
export function inboxPage(
  messages: Message[],
  recipients: ReturnType<Mailbox["listRecipients"]>,
  to: string | undefined,
): Promise<Response> {
  const body = html`<main class="stack">
    <div class="between">
      <h1>Mail</h1>
      <a href="/">Sandbox</a>
    </div>
    ${
      recipients.length === 0
        ? html`<p class="soft">Nothing was sent yet.</p>`
        : html`<nav class="receivers" aria-label="Receivers">
            <a href="/mail" ${to === undefined ? html`aria-current="page"` : ""}>Everybody</a>
            ${recipients.map(
              (receiver) =>
                html`<a
                  href="/mail?to=${encodeURIComponent(receiver.to)}"
                  ${receiver.to === to ? html`aria-current="page"` : ""}
                  >${receiver.to} <span class="soft">${receiver.count}</span></a
                >`,
            )}
          </nav>`
    }
    ${messages.length === 0 ? "" : html`<div class="card inbox">${messages.map(messageRow)}</div>`}
  </main>`;
  return renderPage("Mail", body, style);
}

function messageRow({ id, to, subject, sentAt }: Message) {
  return html`<article>
    <h2><a href="/mail/${id}">${subject}</a></h2>
    <p class="soft small">To ${to} · ${formatTime(sentAt)}</p>
  </article>`;
}

/** Renders one message, with its HTML and its text side by side. */
export function messagePage(message: Message): Promise<Response> {
  const { id, from, replyTo, to, subject, text, sentAt } = message;
  const body = html`<main class="stack">
    <div class="between">
      <h1>${subject}</h1>
      <a href="/mail">All mail</a>
    </div>
    <p class="soft small">
      From ${from} to <a href="/mail?to=${encodeURIComponent(to)}">${to}</a> · ${formatTime(sentAt)}
      ${replyTo === "" ? "" : html`· Answers to ${replyTo}`}
    </p>
    <div class="views ${message.html ? "both" : ""}">
      ${
        message.html
          ? html`<section>
              <h2>As it looks</h2>
              <iframe
                title="The message"
                src="/mail/${id}/html"
                sandbox="allow-popups allow-popups-to-escape-sandbox"
              ></iframe>
            </section>`
          : ""
      }
      <section>
        <h2>As text</h2>
        <div class="card"><p class="text">${text.split(/(https?:\/\/\S+)/).map(linkify)}</p></div>
      </section>
    </div>
  </main>`;
  return renderPage(subject, body, style, true);
}

/** Turns a URL into a link and escapes everything else. */
function linkify(part: string) {
  return /^https?:\/\/\S+$/.test(part) ? html`<a href="${part}">${part}</a>` : part;
}

function formatTime(at: number): string {
  return new Date(at).toISOString().replace("T", " ").slice(0, 19);
}
