import { createHash } from "node:crypto";
import type { Persona } from "./personas.ts";

const style = `
:root { color-scheme: light dark; --ink: light-dark(#1d2433, #eef1f7); --soft: light-dark(#5a6478, #a4aec2);
  --page: light-dark(#f3f4f8, #10141d); --card: light-dark(#ffffff, #1a202c); --line: light-dark(#dde1ea, #2d3647);
  --accent: light-dark(#2f4bd8, #9db0ff); }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 24px 16px; background: var(--page);
  color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
main { width: min(100%, 440px); }
h1 { font-size: 1.5rem; line-height: 1.25; margin: 0 0 4px; text-wrap: balance; }
p { margin: 0 0 20px; color: var(--soft); }
.notice { align-self: start; padding: 8px 16px; text-align: center; font-size: .875rem; }
ul { list-style: none; margin: 0; padding: 0; display: grid; gap: 10px; }
button { font: inherit; cursor: pointer; }
.person { width: 100%; display: flex; align-items: center; gap: 14px; padding: 12px 16px; text-align: start;
  color: inherit; background: var(--card); border: 1px solid var(--line); border-radius: 14px; }
.person:hover { border-color: var(--accent); }
.mark { flex: none; width: 40px; height: 40px; border-radius: 50%; display: grid; place-items: center;
  font-weight: 600; color: var(--card); background: var(--accent); }
.who { min-width: 0; } .who b, .who span { display: block; overflow-wrap: anywhere; }
.who span { color: var(--soft); font-size: .875rem; }
.guest { margin-top: 24px; display: grid; gap: 6px; } .guest div { display: flex; gap: 8px; }
label { font-weight: 600; font-size: .9375rem; }
input { font: inherit; flex: 1; min-width: 0; padding: 10px 12px; color: inherit; background: var(--card);
  border: 1px solid var(--soft); border-radius: 10px; }
.plain { padding: 10px 16px; color: inherit; background: transparent; border: 1px solid var(--soft); border-radius: 10px; }
.plain:hover { border-color: var(--accent); }
.refuse { margin-top: 24px; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
code { overflow-wrap: anywhere; }
`;

/**
 * The headers of every page. Only its own style sheet may load. `form-action` is not restricted, because submitting a
 * form redirects to the client.
 */
export const pageHeaders = {
  "content-type": "text/html; charset=utf-8",
  "cache-control": "no-store",
  "content-security-policy": `default-src 'none'; style-src 'sha256-${createHash("sha256").update(style).digest("base64")}'; base-uri 'none'; frame-ancestors 'none'`,
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
};

/** Renders the page that asks which persona to sign in as. It posts `as=<login hint>` to its own URL. */
export function personaChooserPage(personas: readonly Persona[], problem?: string): string {
  const items = personas.map(
    (persona) => `<li><button class="person" name="as" value="${escapeHtml(persona.loginHint)}">
<span class="mark" aria-hidden="true">${escapeHtml(getInitial(persona.name))}</span>
<span class="who"><b>${escapeHtml(persona.name)}</b><span>${escapeHtml(persona.email ?? "no email")}</span><span>${escapeHtml(persona.note)}</span></span>
</button></li>`,
  );
  return page(
    "Sign in",
    `<h1>Whom do you want to sign in as?</h1>
<p>Sandbox ID knows these people. There are no passwords.</p>
${problem ? `<p role="alert">${escapeHtml(problem)}</p>` : ""}
<form method="post"><ul>${items.join("")}</ul></form>
<form method="post" class="guest"><label for="guest">Someone else</label>
<div><input id="guest" name="as" type="email" required placeholder="someone@example.com" autocomplete="off">
<button class="plain">Continue</button></div></form>
<form method="post" class="refuse"><button class="plain" name="as" value="deny">Refuse to sign in</button></form>`,
  );
}

/** Renders the provider's error code and description. */
export function errorPage(error: string, description: string | undefined): string {
  return page(
    "Something went wrong",
    `<h1>This sign-in cannot go on</h1><p>Go back to the app and start again.</p>
<p><code>${escapeHtml(error)}${description ? `: ${escapeHtml(description)}` : ""}</code></p>`,
  );
}

function page(title: string, main: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>${title} · Sandbox ID</title>
<style>${style}</style></head><body><main>${main}</main></body></html>`;
}

function getInitial(name: string): string {
  return /\p{L}/u.exec(name)?.[0].toUpperCase() ?? "?";
}

function escapeHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");
}
