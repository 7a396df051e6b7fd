import { setTimeout as sleep } from "node:timers/promises";
import { Hono } from "hono";
import { csrf } from "hono/csrf";
import { html } from "hono/html";
import type { Timekeeper } from "../cron/timekeeper.ts";
import type { Persona } from "../oidc/personas.ts";
import { settleDebit } from "../stripe/checkout/settle-debit.ts";
import { closeDispute } from "../stripe/payments/dispute.ts";
import type { StandIn } from "../stripe/stand-in.ts";
import { webhookModes, writeWebhookMode } from "../stripe/webhooks/enqueue-deliveries.ts";
import { renderPage } from "../ui/page.ts";
import { addPaymentForms, paymentsSection } from "./payments-section.ts";
import { readDashboard } from "./read-dashboard.ts";
import {
  bankSection,
  clockSection,
  cardsSection,
  eventsSection,
  jobsSection,
  personasSection,
  requestsSection,
  webhooksSection,
} from "./sections.ts";
import { dashboardStyle } from "./style.ts";

const shownAfterMs = 1_000;

interface DashboardOptions {
  appUrl: string | undefined;
  signInUrl: string | undefined;
  personas: readonly Persona[];
}

/** Creates `/`, the page for developers. Each button is a form that redirects back to the page. */
export function createDashboard(
  standIn: StandIn,
  timekeeper: Timekeeper,
  { appUrl, signInUrl, personas }: DashboardOptions,
): Hono {
  const dashboard = new Hono();
  // A site in another tab of the same browser must not submit these forms.
  dashboard.use("/desk/*", csrf());

  dashboard.get("/", async () => {
    const state = readDashboard(standIn, timekeeper);
    const page = await renderPage(
      "Sandbox",
      html`<main class="dashboard">
        <header class="row between">
          <div class="stack tight">
            <h1>Sandbox</h1>
            <p class="soft">A bank and an identity provider that exist only here.</p>
          </div>
          <nav class="actions">
            <a class="button" href="/mail">Mail</a>
            <a class="button" href="/dns">DNS</a>
            ${appUrl && html`<a class="button primary" href="${appUrl}">Open the app</a>`}
          </nav>
        </header>
        <div class="columns">
          <div class="stack">
            ${personasSection(personas, signInUrl)} ${clockSection(state)} ${jobsSection(state)}
            ${webhooksSection(state)} ${bankSection(state)} ${paymentsSection(standIn)}
          </div>
          ${cardsSection()} ${eventsSection(state)} ${requestsSection(state)}
        </div>
      </main>`,
      dashboardStyle,
    );
    // No script runs on the page, so the browser loads it again until the time has passed.
    if (state.passingUntil !== null) page.headers.set("refresh", "1");
    return page;
  });

  dashboard.post("/desk/webhooks", async (c) => {
    const { mode: wanted } = await c.req.parseBody();
    const mode = webhookModes.find((name) => name === wanted);
    if (mode) writeWebhookMode(standIn.database, standIn.mainKey, mode, 0);
    return c.redirect("/#webhooks", 303);
  });

  dashboard.post("/desk/clock", async (c) => {
    const { seconds } = await c.req.parseBody();
    const account = standIn.getOrCreateAccount(standIn.mainKey);
    if (Number.isInteger(Number(seconds)) && Number(seconds) > 0 && !timekeeper.findTarget())
      await Promise.race([
        timekeeper.passTime(account, Number(seconds)),
        // A long time passes in the background, while the page shows how far it is.
        sleep(shownAfterMs),
      ]);
    return c.redirect("/#clock", 303);
  });

  dashboard.post("/desk/clock/stop", (c) => {
    timekeeper.stopTime();
    return c.redirect("/#clock", 303);
  });

  dashboard.post("/desk/cron", async (c) => {
    const { cron } = await c.req.parseBody();
    if (typeof cron === "string" && timekeeper.cron?.expressions.includes(cron))
      await timekeeper.cron.run(cron);
    return c.redirect("/#jobs", 303);
  });

  dashboard.post("/desk/flush", async (c) => {
    await standIn.webhookSender.flush(standIn.mainKey);
    return c.redirect("/#webhooks", 303);
  });

  dashboard.post("/desk/events/:id/resend", async (c) => {
    await standIn.webhookSender.resend(standIn.mainKey, c.req.param("id"));
    return c.redirect("/#events", 303);
  });

  dashboard.post("/desk/checkout/:session/settle", async (c) => {
    const { outcome } = await c.req.parseBody();
    const account = standIn.getOrCreateAccount(standIn.mainKey);
    standIn.commit(account, () =>
      settleDebit(
        account,
        c.req.param("session"),
        outcome === "succeeded" ? "succeeded" : "failed",
      ),
    );
    return c.redirect("/", 303);
  });

  dashboard.post("/desk/disputes/:id/close", async (c) => {
    const { outcome } = await c.req.parseBody();
    const account = standIn.getOrCreateAccount(standIn.mainKey);
    standIn.commit(account, () =>
      closeDispute(
        account,
        account.get("dispute", c.req.param("id")),
        outcome === "won" ? "won" : "lost",
      ),
    );
    return c.redirect("/", 303);
  });

  addPaymentForms(dashboard, standIn);
  return dashboard;
}
