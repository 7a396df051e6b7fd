import { escapeHtml } from "../../worker/shared/escape-html.ts";
import { renderMarkdown } from "../../worker/shared/markdown.ts";
import {
  listCalls,
  type ApiDocument,
  type Call,
  type Operation,
  type Parameter,
} from "../../worker/shared/api-document.ts";
import { toCurl, toPython, toTypeScript } from "../../worker/shared/api-examples.ts";
import { describeType, renderFields } from "./render-api-schema.ts";
import { anchor, sentenceHtml } from "./render-api-schema.ts";

/** Returns the HTML of the reference page. @param stylesheet its URL */
export function renderReference(document: ApiDocument, stylesheet: string): string {
  const sections = document.tags.map(({ name, description }) => ({
    name,
    description,
    calls: listCalls(document).filter(({ operation }) => operation.tags.includes(name)),
  }));
  const objects = Object.entries(document.components.schemas);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>API reference</title>
<link rel="icon" href="/favicon.svg">
<link rel="stylesheet" href="${escapeHtml(stylesheet)}">
</head>
<body>
<a class="skip" href="#content">Skip to content</a>
<header><a href="/">Home</a> <a href="/admin/developers">Developers</a> <a href="/api/v1/openapi.json">OpenAPI document</a></header>
<div class="columns">
<nav aria-label="Calls">
${sections.map(({ name, calls }) => renderLinks(name, calls)).join("\n")}
<details><summary>All errors</summary><ul><li><a href="#errors">By code</a></li></ul></details>
<details><summary>Objects</summary><ul>${objects
    .map(([name]) => `<li><a href="#${anchor(name)}">${escapeHtml(name)}</a></li>`)
    .join("")}</ul></details>
</nav>
<main id="content">
<h1>API reference</h1>
<div class="introduction">${renderMarkdown(document.info.description)}</div>
${sections
  .map(
    ({ name, description, calls }) => `<section aria-labelledby="${anchor(name)}">
<h2 id="${anchor(name)}">${escapeHtml(name)}</h2>
<p>${sentenceHtml(description)}</p>
${calls.map((call) => renderCall(call, document)).join("\n")}
</section>`,
  )
  .join("\n")}
<section aria-labelledby="errors">
<h2 id="errors">Errors</h2>
<p>The <code>code</code> of an error, which is also the end of its <code>type</code>, and its status.</p>
<dl>${listErrors(document)
    .map(
      ([code, { status, title }]) =>
        `<dt id="error-${escapeHtml(code)}"><code>${escapeHtml(code)}</code> <span class="status">${status}</span></dt>
<dd>${sentenceHtml(title)}</dd>`,
    )
    .join("\n")}</dl>
</section>
<section aria-labelledby="objects">
<h2 id="objects">Objects</h2>
${objects
  .map(
    ([name, schema]) => `<article id="${anchor(name)}">
<h3>${escapeHtml(name)}</h3>
${schema.description ? `<p>${sentenceHtml(schema.description)}</p>` : ""}
${renderFields(schema)}
</article>`,
  )
  .join("\n")}
</section>
</main>
</div>
</body>
</html>
`;
}

/** Lists the errors that the answers name, by their code. */
function listErrors(document: ApiDocument): [string, { status: string; title: string }][] {
  const found = listCalls(document).flatMap(({ operation }) =>
    Object.entries(operation.responses).flatMap(([status, { description }]) =>
      [...description.matchAll(/^`(\w+)`: (.+?) *$/gm)].map(
        ([, code = "", title = ""]) => [code, { status, title }] as const,
      ),
    ),
  );
  return Object.entries(Object.fromEntries(found)).toSorted(([a], [b]) => (a < b ? -1 : 1));
}

function renderLinks(name: string, calls: Call[]): string {
  const links = calls.map(
    ({ operation }) =>
      `<li><a href="#${anchor(operation.operationId)}">${escapeHtml(operation.summary)}</a></li>`,
  );
  return `<details><summary>${escapeHtml(name)}</summary><ul>${links.join("")}</ul></details>`;
}

function renderCall(call: Call, document: ApiDocument): string {
  const { method, path, operation } = call;
  const { operationId, summary, description = "", parameters = [], requestBody } = operation;
  const body = requestBody?.content["application/json"]?.schema;
  return `<article id="${anchor(operationId)}">
<h3>${escapeHtml(summary)}</h3>
<p class="route"><span class="method">${method.toUpperCase()}</span> <code>${escapeHtml(path)}</code></p>
${renderMarkdown(description)}
${parameters.length > 0 ? `<h4>Parameters</h4>${renderParameters(parameters)}` : ""}
${body ? `<h4>Body</h4>${renderFields(body)}` : ""}
<h4>Answer</h4>
${renderAnswers(operation)}
<details><summary>Errors</summary>${renderErrors(operation)}</details>
<h4>Example</h4>
<pre tabindex="0"><code>${escapeHtml(toCurl(call, document))}</code></pre>
<pre tabindex="0"><code>${escapeHtml(toTypeScript(call, document))}</code></pre>
<pre tabindex="0"><code>${escapeHtml(toPython(call, document))}</code></pre>
</article>`;
}

function renderParameters(parameters: Parameter[]): string {
  const rows = parameters.map(
    ({ name, in: where, required, description, schema }) => `<dt><code>${escapeHtml(name)}</code>
<span class="type">${describeType(schema)}, ${where}${required ? ", required" : ""}</span></dt>
<dd>${sentenceHtml(description ?? schema.description ?? "")}</dd>`,
  );
  return `<dl>${rows.join("\n")}</dl>`;
}

function renderAnswers({ responses }: Operation): string {
  return Object.entries(responses)
    .filter(([status]) => Number(status) < 400)
    .map(([status, { description, content }]) => {
      const schema = content?.["application/json"]?.schema;
      return `<p><span class="status">${status}</span> ${schema ? describeType(schema) : escapeHtml(description)}</p>
${schema && !schema.$ref ? renderFields(schema) : ""}`;
    })
    .join("\n");
}

function renderErrors({ responses }: Operation): string {
  const rows = Object.entries(responses)
    .filter(([status]) => Number(status) >= 400)
    .map(
      ([status, { description }]) =>
        `<dt><span class="status">${status}</span></dt><dd>${renderMarkdown(description)}</dd>`,
    );
  return `<dl>${rows.join("\n")}</dl>`;
}
