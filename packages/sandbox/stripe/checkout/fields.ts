import { html } from "hono/html";
import type { Html } from "../../ui/page.ts";

/** Error messages by the id of their field. */
export type Problems = Record<string, string>;

/** One labeled input. `id` is also its name. */
interface Field {
  id: string;
  label: string | Html;
  value: string;
  type?: string;
  inputmode?: string;
  autocomplete?: string;
  placeholder?: string;
}

/** Renders an input with its label and error message. */
export function labeledField(
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
      ${invalidAttributes(id, problems)}
    />
    ${fieldProblem(id, problems)}
  </div>`;
}

/** Returns the attributes of an invalid input. */
export function invalidAttributes(id: string, problems: Problems): Html | string {
  return problems[id] ? html`aria-invalid="true" aria-describedby="${id}-problem"` : "";
}

/** Renders the error message below a field. */
export function fieldProblem(id: string, problems: Problems): Html | string {
  return problems[id] ? html`<p class="problem" id="${id}-problem">${problems[id]}</p>` : "";
}

/** Returns the id of the error summary for `aria-describedby`, or an empty string without errors. */
export function getProblemSummaryId(problems: Problems, decline: string | null): string {
  return decline !== null || Object.keys(problems).length > 0 ? "errors" : "";
}

/** Renders the decline, or the list of problems with a link to each field. */
export function problemSummary(problems: Problems, decline: string | null): Html | string {
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
