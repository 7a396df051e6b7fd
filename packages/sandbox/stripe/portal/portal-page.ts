import { html } from "hono/html";
import { page, type Html } from "../../ui/page.ts";
import { chooserStyle } from "../checkout/card-chooser.ts";
import { portalStyle } from "./style.ts";
import type { Visit } from "./portal-visit.ts";

/** A page of the portal: the way back to the shop on top. */
export function frame({ session }: Visit, title: string, body: Html): Promise<Response> {
  return page(
    title,
    html`<main class="portal">
      <header>
        ${session.return_url ? html`<a href="${session.return_url}">← Back to the shop</a>` : html`<span></span>`}
        <span class="badge">Sandbox</span>
      </header>
      ${body}
    </main>`,
    portalStyle + chooserStyle,
  );
}

/** `November 21, 2026`, in UTC. */
export function dayText(seconds: number): string {
  return new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" }).format(
    seconds * 1000,
  );
}
