import { html } from "hono/html";
import { renderPage, type Html } from "../../ui/page.ts";
import { chooserStyle } from "../checkout/card-chooser.ts";
import { portalStyle } from "./style.ts";
import type { PortalVisit } from "./portal-visit.ts";

/** Renders a portal page with a link back to the shop at the top. */
export function renderPortalPage(
  { session }: PortalVisit,
  title: string,
  body: Html,
): Promise<Response> {
  return renderPage(
    title,
    html`<main class="portal">
      <header>
        ${session.return_url ? html`<a href="${session.return_url}">← Back</a>` : html`<span></span>`}
        <span class="badge">Sandbox</span>
      </header>
      ${body}
    </main>`,
    portalStyle + chooserStyle,
  );
}

/** Formats Unix seconds as a date in UTC: `November 21, 2026`. */
export function formatDay(seconds: number): string {
  return new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" }).format(
    seconds * 1000,
  );
}
