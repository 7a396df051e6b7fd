import { Hono } from "hono";
import { html } from "hono/html";
import type { Persona } from "../oidc/personas.ts";
import { page } from "../ui/page.ts";
import type { StandIn } from "../stripe/stand-in.ts";

interface DeskOptions {
  appUrl: string;
  personas: readonly Persona[];
}

/** `/`: the sandbox for a person. */
export function createDesk(_standIn: StandIn, { appUrl }: DeskOptions): Hono {
  return new Hono().get("/", () =>
    page(
      "Sandbox",
      html`<main class="middle">
        <div class="card">
          <h1>Sandbox</h1>
          <p><a href="${appUrl}">The shop</a></p>
        </div>
      </main>`,
    ),
  );
}
