import { Hono } from "hono";
import { csrf } from "hono/csrf";
import { html } from "hono/html";
import type { Persona } from "../oidc/personas.ts";
import { settleDebit } from "../stripe/checkout/settle-debit.ts";
import { closeDispute } from "../stripe/payments/dispute.ts";
import { shopKey, type StandIn } from "../stripe/stand-in.ts";
import { webhookModes, writeWebhookMode } from "../stripe/webhooks/enqueue-deliveries.ts";
import { page } from "../ui/page.ts";
import { readDesk } from "./read-dashboard.ts";
import {
  bankSection,
  clockSection,
  cardsSection,
  eventsSection,
  peopleSection,
  requestsSection,
  webhooksSection,
} from "./sections.ts";
import { deskStyle } from "./style.ts";

interface DeskOptions {
  appUrl: string;
  personas: readonly Persona[];
}

/** `/`: the sandbox for a person. Every button is a form; after each the desk is shown anew. */
export function createDesk(standIn: StandIn, { appUrl, personas }: DeskOptions): Hono {
  const desk = new Hono();
  // No other site that is open in the same browser may press these buttons.
  desk.use("/desk/*", csrf());

  desk.get("/", () => {
    const state = readDesk(standIn);
    return page(
      "Sandbox",
      html`<main class="desk">
        <header class="row between">
          <div class="stack tight">
            <h1>Sandbox</h1>
            <p class="soft">A bank and an identity provider that exist only on this machine.</p>
          </div>
          <nav class="actions">
            <a class="button" href="/mail">Mail</a>
            <a class="button primary" href="${appUrl}">Open the shop</a>
          </nav>
        </header>
        <div class="columns">
          <div class="stack">
            ${peopleSection(personas, appUrl)} ${clockSection(state)} ${webhooksSection(state)}
            ${bankSection(state)}
          </div>
          ${cardsSection()} ${eventsSection(state)} ${requestsSection(state)}
        </div>
      </main>`,
      deskStyle,
    );
  });

  desk.post("/desk/webhooks", async (c) => {
    const { mode: wanted } = await c.req.parseBody();
    const mode = webhookModes.find((name) => name === wanted);
    if (mode) writeWebhookMode(standIn.database, shopKey, mode, 0);
    return c.redirect("/#webhooks", 303);
  });

  desk.post("/desk/clock", async (c) => {
    const { seconds } = await c.req.parseBody();
    const account = standIn.accountOf(shopKey);
    if (Number.isInteger(Number(seconds)) && Number(seconds) > 0) {
      account.clock.advance(Number(seconds));
      standIn.commit(account, () => undefined);
    }
    return c.redirect("/#clock", 303);
  });

  desk.post("/desk/flush", async (c) => {
    await standIn.courier.flush(shopKey);
    return c.redirect("/#webhooks", 303);
  });

  desk.post("/desk/events/:id/resend", async (c) => {
    await standIn.courier.resend(shopKey, c.req.param("id"));
    return c.redirect("/#events", 303);
  });

  desk.post("/desk/checkout/:session/settle", async (c) => {
    const { outcome } = await c.req.parseBody();
    const account = standIn.accountOf(shopKey);
    standIn.commit(account, () =>
      settleDebit(
        account,
        c.req.param("session"),
        outcome === "succeeded" ? "succeeded" : "failed",
      ),
    );
    return c.redirect("/", 303);
  });

  desk.post("/desk/disputes/:id/close", async (c) => {
    const { outcome } = await c.req.parseBody();
    const account = standIn.accountOf(shopKey);
    standIn.commit(account, () =>
      closeDispute(
        account,
        account.get("dispute", c.req.param("id")),
        outcome === "won" ? "won" : "lost",
      ),
    );
    return c.redirect("/", 303);
  });

  return desk;
}
