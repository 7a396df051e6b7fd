import { html } from "hono/html";
import { getWorldPath } from "./world-path.ts";
import { renderPage } from "../../../packages/sandbox/ui/page.ts";

const pageStyle = `
main { width: min(100%, 620px); margin: 0 auto; padding: 48px 16px; }
.people { display: grid; gap: 10px; grid-template-columns: repeat(auto-fit, minmax(150px, 1fr)); }
`;

/** The line at the top of each page of a shop. */
export const demoStyle = `
.demo-notice { margin: 0; padding: 8px 16px; text-align: center; font: 14px/1.4 system-ui, sans-serif;
  color: light-dark(#3d2c00, #ffe2a3); background: light-dark(#fff3cf, #332a10); }
.demo-notice a { color: inherit; }
`;

const people = [
  { name: "Olive", hint: "owner", who: "owns the shop" },
  { name: "Ann", hint: "ann", who: "has bought nothing yet" },
  { name: "Bob", hint: "bob", who: "is a customer" },
];

/** The demo's own page: what it is, whom to be, and how to begin again. */
export async function demoPage(visitor: string | undefined): Promise<Response> {
  const body = html`<main class="stack">
    <h1>Gatehouse demo</h1>
    <p>
      A shop of your own, with fourteen months of invented sales. Nothing here is real: no money
      moves and no email is sent. Enter no real card, password or address. Nobody else sees your
      shop, and it is deleted a day after your last visit.
    </p>
    ${
      visitor !== undefined
        ? html`<div class="people">
              ${people.map(({ name, hint, who }) => html`<a class="button" href="/signin?login_hint=${hint}">Sign in as ${name}<br /><span class="small soft">${who}</span></a>`)}
            </div>
            <p>
              Pay with 4242 4242 4242 4242 and any future date. <a href="/">The shop</a> ·
              <a href="${getWorldPath(visitor)}/mail">Its emails</a> ·
              <a href="${getWorldPath(visitor)}/dns">Its DNS</a> ·
              <a href="${getWorldPath(visitor)}/">Its bank, clock and test cards</a>
            </p>
            <form method="post" action="/demo/start">
              <button>Start again with a new shop</button>
            </form>`
        : html`<form method="post" action="/demo/start">
            <button class="primary wide">Start a demo shop</button>
          </form>`
    }
  </main>`;
  const page = await renderPage("Gatehouse demo", body, pageStyle);
  page.headers.set("referrer-policy", "same-origin");
  return page;
}

export async function messagePage(title: string, text: string, status: number): Promise<Response> {
  const body = html`<main class="stack">
    <h1>${title}</h1>
    <p>${text}</p>
    <p><a href="/demo">Gatehouse demo</a></p>
  </main>`;
  const page = await renderPage(title, body, pageStyle);
  return new Response(page.body, { status, headers: page.headers });
}
