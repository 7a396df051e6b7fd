import { Hono } from "hono";
import { csrf } from "hono/csrf";
import { html } from "hono/html";
import { renderPage } from "../ui/page.ts";
import type { Zone } from "./zone.ts";

/** The numbers of TXT, and of the answer that there is no such name. */
const TXT = 16;
const NO_SUCH_NAME = 3;

const style = `
main { width: min(100%, 720px); margin: 0 auto; padding: 24px 16px 64px; }
form.new { display: grid; gap: 12px; }
li p { overflow-wrap: anywhere; }
`;

/**
 * Creates `/dns`: a page where TXT records are set, and `/dns/query`, a resolver that answers with them, as DNS over HTTPS
 * in JSON.
 */
export function createDnsServer(zone: Zone): Hono {
  const dns = new Hono();

  dns.get("/query", (c) => {
    const name = c.req.query("name") ?? "";
    const isText = ["TXT", "16"].includes((c.req.query("type") ?? "").toUpperCase());
    const texts = isText ? zone.findTexts(name) : null;
    return c.body(
      JSON.stringify({
        Status: texts ? 0 : NO_SUCH_NAME,
        Question: [{ name, type: TXT }],
        ...(texts && {
          Answer: texts.map((text) => ({ name, type: TXT, TTL: 60, data: JSON.stringify(text) })),
        }),
      }),
      200,
      { "content-type": "application/dns-json" },
    );
  });

  dns.get("/", () => zonePage(zone));

  // A site in another tab of the same browser must not submit these forms.
  dns.use("/records/*", csrf());
  dns.post("/records/add", async (c) => {
    const { name, value } = await c.req.parseBody();
    if (typeof name === "string" && typeof value === "string" && name && value)
      zone.addRecord({ name, value });
    return c.redirect("/dns", 303);
  });
  dns.post("/records/remove", async (c) => {
    const { name, value } = await c.req.parseBody();
    if (typeof name === "string" && typeof value === "string") zone.removeRecords({ name, value });
    return c.redirect("/dns", 303);
  });

  return dns;
}

function zonePage(zone: Zone): Promise<Response> {
  const records = zone.listRecords();
  const body = html`<main class="stack">
    <div class="between">
      <h1>DNS</h1>
      <a href="/">Sandbox</a>
    </div>
    <p class="soft">The TXT records that the app finds. They exist only here, for any domain.</p>
    <form class="card new" method="post" action="/dns/records/add">
      <label>Name <input name="name" required autocomplete="off" spellcheck="false" /></label>
      <label>Value <input name="value" required autocomplete="off" spellcheck="false" /></label>
      <div><button class="primary">Add TXT record</button></div>
    </form>
    ${
      records.length === 0
        ? html`<p class="soft">There is no record yet.</p>`
        : html`<ul class="plain list card">
            ${records.map(
              ({ name, value }) =>
                html`<li>
                  <p>${name} <code class="soft block">${value}</code></p>
                  <form method="post" action="/dns/records/remove">
                    <input type="hidden" name="name" value="${name}" />
                    <input type="hidden" name="value" value="${value}" />
                    <button aria-label="Remove ${name}">Remove</button>
                  </form>
                </li>`,
            )}
          </ul>`
    }
  </main>`;
  return renderPage("DNS", body, style);
}
