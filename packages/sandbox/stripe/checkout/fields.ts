import { html } from "hono/html";
import type { Html } from "../../ui/page.ts";

/** A field's message, by the field's id on the page. */
export type Problems = Record<string, string>;

/** One labelled input; `id` is its name too. */
interface Field {
  id: string;
  label: string | Html;
  value: string;
  type?: string;
  inputmode?: string;
  autocomplete?: string;
  placeholder?: string;
}

/** A field with its label and its problem. */
export function field(
  {
    id,
    label,
    value,
    type = "text",
    inputmode = "text",
    autocomplete = "off",
    placeholder = "",
  }: Field,
  problems: Problems,
): Html {
  return html`<div>
    <label for="${id}">${label}</label>
    <input
      id="${id}"
      name="${id}"
      type="${type}"
      inputmode="${inputmode}"
      autocomplete="${autocomplete}"
      placeholder="${placeholder}"
      value="${value}"
      spellcheck="false"
      ${invalid(id, problems)}
    />
    ${problem(id, problems)}
  </div>`;
}

/** The attributes of an input that was refused. */
export function invalid(id: string, problems: Problems): Html | string {
  return problems[id] ? html`aria-invalid="true" aria-describedby="${id}-problem"` : "";
}

/** The message under a field. */
export function problem(id: string, problems: Problems): Html | string {
  return problems[id] ? html`<p class="problem" id="${id}-problem">${problems[id]}</p>` : "";
}

/** What describes the form: the summary of its errors, when there is one. */
export function errorId(problems: Problems, decline: string | null): string {
  return decline !== null || Object.keys(problems).length > 0 ? "errors" : "";
}

/** The decline, or the list of problems with a link to each field. */
export function alert(problems: Problems, decline: string | null): Html | string {
  const entries = Object.entries(problems);
  if (decline !== null) return html`<div class="alert" role="alert" id="errors">${decline}</div>`;
  if (entries.length === 0) return "";
  return html`<div class="alert" role="alert" id="errors">
    Check what you entered:
    <ul>
      ${entries.map(([id, message]) => html`<li><a href="#${id}">${message}</a></li>`)}
    </ul>
  </div>`;
}
