import { html } from "hono/html";
import type { EventSummary } from "../control/events.ts";
import type { CronRun } from "../cron/cron.ts";
import type { Persona } from "../oidc/personas.ts";
import { formatMoney } from "../stripe/money.ts";
import { groupByFour } from "../stripe/checkout/card-chooser.ts";
import { testCards, testIbans } from "../stripe/payments/test-cards.ts";
import { webhookModes, type WebhookMode } from "../stripe/webhooks/enqueue-deliveries.ts";
import type { Html } from "../ui/page.ts";
import type { DashboardState } from "./read-dashboard.ts";

const modeDescriptions: Record<WebhookMode, string> = {
  deliver: "Each event is sent at once, in order.",
  hold: "Events wait until you deliver them.",
  drop: "Events are never sent.",
  duplicate: "Each event is sent twice.",
  shuffle: "Events are sent in another order.",
  parallel: "Eight events are on their way at once.",
};

export function personasSection(personas: readonly Persona[], signInUrl: string | undefined): Html {
  return section(
    "people",
    "Sign in as",
    html`<ul class="plain list">
      ${personas.map(
        ({ loginHint: hint, name, note }) =>
          html`<li>
            <span class="what"><b>${name}</b> <span class="soft small block">${note}</span></span>
            <span class="actions"
              >${
                signInUrl
                  ? html`<a
                      class="button"
                      href="${signInUrl}?login_hint=${encodeURIComponent(hint)}"
                      aria-label="Sign in as ${name}"
                      >Sign in</a
                    >`
                  : html`<code>login_hint=${hint}</code>`
              }</span
            >
          </li>`,
      )}
    </ul>`,
  );
}

export function cardsSection(): Html {
  const row = (number: string, effect: string) =>
    html`<li>
      <code class="pick">${groupByFour(number)}</code> <span class="soft small">${effect}</span>
    </li>`;
  return section(
    "cards",
    "Test cards",
    html`<p class="soft small">Click a number to select it. Any later date and any CVC will do.</p>
      <ul class="plain list">
        ${testCards.map(({ number, effect }) => row(number, effect))}
        ${testIbans.map(({ iban, effect }) => row(iban, effect))}
      </ul>`,
  );
}

export function webhooksSection({ mode, heldCount: held }: DashboardState): Html {
  return section(
    "webhooks",
    "Webhooks",
    html`<form method="post" action="/desk/webhooks" class="modes">
        ${webhookModes.map(
          (name) =>
            html`<button name="mode" value="${name}" aria-pressed="${String(name === mode)}">
              ${name}
            </button>`,
        )}
      </form>
      <p class="soft small">${modeDescriptions[mode]}</p>
      ${
        held > 0 &&
        html`<form method="post" action="/desk/flush">
          <button class="primary">Deliver ${held} held ${held === 1 ? "event" : "events"}</button>
        </form>`
      }`,
  );
}

const clockSteps = [
  ["1 hour", 3600],
  ["1 day", 86_400],
  ["1 week", 7 * 86_400],
  ["1 month", 31 * 86_400],
  ["1 year", 366 * 86_400],
] as const;

/** The clock only moves forward. Everything due in between runs at its own time. */
export function clockSection({ now, passingUntil, jobs }: DashboardState): Html {
  if (passingUntil !== null)
    return section(
      "clock",
      "Clock",
      html`<p role="status">${formatTime(now)}</p>
        <p>Time passes until ${formatTime(passingUntil)}.</p>
        <form method="post" action="/desk/clock/stop">
          <button>Stop here</button>
        </form>`,
    );
  return section(
    "clock",
    "Clock",
    html`<p>${formatTime(now)}</p>
      <form method="post" action="/desk/clock" class="modes">
        ${clockSteps.map(([name, seconds]) => html`<button name="seconds" value="${seconds}">+ ${name}</button>`)}
      </form>
      <p class="soft small">
        Renewals, trials and retries on the way happen at their moment.
        ${
          jobs.length > 0
            ? "The app has the same time: it receives each event, runs its scheduled jobs and sends its emails on the way."
            : "The app keeps the real time, unless it reads this clock."
        }
      </p>`,
  );
}

function formatTime(seconds: number): string {
  const format = new Intl.DateTimeFormat("en-US", {
    dateStyle: "full",
    timeStyle: "short",
    timeZone: "UTC",
  });
  return `${format.format(seconds * 1000)} UTC`;
}

/** The shop's scheduled jobs; an empty string if the sandbox does not start them. */
export function jobsSection({ jobs }: DashboardState): Html | string {
  if (jobs.length === 0) return "";
  return section(
    "jobs",
    "Scheduled jobs",
    html`<ul class="plain list">
        ${jobs.map(
          ({ cron, latestRun }) =>
            html`<li>
              <span class="what"
                ><code>${cron}</code>
                <span class="soft small block">${describeRun(latestRun)}</span></span
              >
              <form method="post" action="/desk/cron" class="actions">
                <button name="cron" value="${cron}" aria-label="Run ${cron} now">Run now</button>
              </form>
            </li>`,
        )}
      </ul>
      <p class="soft small">They start by themselves, by the clock above.</p>`,
  );
}

function describeRun(run: CronRun | null): string {
  if (!run) return "Has not run since the sandbox started.";
  const outcome =
    run.error === null ? "OK" : `failed: ${run.error.trim() || `status ${run.status}`}`;
  return `${formatTime(run.at)}: ${outcome}`;
}

/** Debits and disputes that wait for the bank's decision; an empty string if there are none. */
export function bankSection({ pendingDebits: debits, disputes }: DashboardState): Html | string {
  if (debits.length + disputes.length === 0) return "";
  return section(
    "bank",
    "You are the bank",
    html`<ul class="plain list">
      ${debits.map(
        (session) =>
          html`<li>
            <span class="what"
              >Debit of ${formatMoney(session.amount_total ?? 0, session.currency!)}
              <span class="soft small block">${session.customer_details?.email}</span></span
            >
            ${outcomeButtons(`/desk/checkout/${session.id}/settle`, ["succeeded", "failed"])}
          </li>`,
      )}
      ${disputes.map(
        ({ id, amount, currency }) =>
          html`<li>
            <span class="what"
              >Dispute over ${formatMoney(amount, currency)} <code class="block">${id}</code></span
            >
            ${outcomeButtons(`/desk/disputes/${id}/close`, ["won", "lost"])}
          </li>`,
      )}
    </ul>`,
  );
}

export function eventsSection({ events }: DashboardState): Html {
  return section(
    "events",
    "Latest events",
    events.length === 0
      ? html`<p class="soft">None yet. Buy something in the app.</p>`
      : html`<ul class="plain list">
          ${events.map(
            (event) =>
              html`<li>
                <span class="what"
                  >${event.type} <code class="soft clip">${event.object}</code></span
                >
                <span class="actions">
                  ${deliveryBadge(event)}
                  <form method="post" action="/desk/events/${event.id}/resend">
                    <button aria-label="Resend ${event.type} ${event.id}">Resend</button>
                  </form>
                </span>
              </li>`,
          )}
        </ul>`,
  );
}

export function requestsSection({ requests }: DashboardState): Html {
  return section(
    "requests",
    "What the app asked of Stripe",
    requests.length === 0
      ? html`<p class="soft">Nothing yet.</p>`
      : html`<ul class="plain list">
          ${requests.map(
            ({ method, path, status, at, replayed }) =>
              html`<li>
                <span class="what"
                  ><code>${method} ${path}</code>
                  <span class="soft small block">${at.slice(11, 19)} UTC</span></span
                >
                <span class="badge ${status < 300 ? "good" : "bad"}"
                  >${status}${replayed ? ", replayed" : ""}</span
                >
              </li>`,
          )}
        </ul>`,
  );
}

function section(id: string, title: string, content: Html): Html {
  return html`<section class="card stack" id="${id}" aria-labelledby="${id}-title">
    <h2 id="${id}-title">${title}</h2>
    ${content}
  </section>`;
}

function outcomeButtons(action: string, outcomes: string[]): Html {
  return html`<form method="post" action="${action}" class="actions">
    ${outcomes.map((outcome) => html`<button name="outcome" value="${outcome}">${outcome}</button>`)}
  </form>`;
}

function deliveryBadge({ deliveries }: EventSummary): Html {
  const states = deliveries.map(({ state }) => state);
  const last = deliveries.at(-1)?.attempts.at(-1);
  if (states.every((state) => state === "delivered"))
    return html`<span class="badge good">delivered</span>`;
  if (last && states.some((state) => state === "pending" || state === "failed")) {
    const answer = last.status === null ? "no answer" : String(last.status);
    return html`<span class="badge bad" title="${last.error ?? ""}"
      >${answer}${states.includes("pending") ? ", will retry" : ""}</span
    >`;
  }
  return html`<span class="badge">${states[0]}</span>`;
}
