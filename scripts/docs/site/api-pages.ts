import {
  listCalls,
  type ApiDocument,
  type Call,
  type Operation,
  type Schema,
} from "../../../worker/shared/api-document.ts";
import { toCurl, toPython, toRequest, toTypeScript } from "../../../worker/shared/api-examples.ts";
import { escapeHtml } from "../../../worker/shared/escape-html.ts";
import type { Page } from "./markdown.ts";

/** `/` for people, `.md` for programs. */
type Suffix = "/" | ".md";

/** Returns the pages of the API reference: an introduction, a page for each group of calls, errors, and objects. */
export function listApiPages(document: ApiDocument, suffix: Suffix): Page[] {
  const groups = document.tags.map(({ name, description }) => ({
    name,
    description,
    slug: `api/${name.toLowerCase().replaceAll(" ", "-")}`,
    calls: listCalls(document).filter(({ operation }) => operation.tags.includes(name)),
  }));
  const contents = groups.map(({ name, slug, calls }) =>
    [
      `## ${name}`,
      calls
        .map(
          ({ method, path, operation }) =>
            `- [${operation.summary}](/${slug}${suffix}#${headingId(operation.summary)}): \`${method.toUpperCase()} ${path}\``,
        )
        .join("\n"),
    ].join("\n\n"),
  );
  return [
    {
      slug: "api",
      title: "API reference",
      description: "The API of a Gatehouse shop: keys, conventions, and every call.",
      body: [
        document.info.description,
        "The [OpenAPI document](/openapi.json) describes the same for programs.",
        ...contents,
      ].join("\n\n"),
    },
    ...groups.map(({ name, description, slug, calls }) => ({
      slug,
      title: name,
      description,
      body: [description, ...calls.map((call) => writeCall(call, document, suffix))].join("\n\n"),
    })),
    {
      slug: "api/errors",
      title: "Errors",
      description: "The codes of the API's errors, with their status and what they mean.",
      body: writeErrors(document),
    },
    {
      slug: "api/objects",
      title: "Objects",
      description: "The fields of what the API answers.",
      body: [
        "The fields of what the API answers.",
        ...Object.entries(document.components.schemas).map(([name, schema]) =>
          [`## ${name}`, schema.description ?? "", writeFields(schema, suffix)]
            .filter(Boolean)
            .join("\n\n"),
        ),
      ].join("\n\n"),
    },
  ];
}

function writeCall(call: Call, document: ApiDocument, suffix: Suffix): string {
  const { method, path, operation } = call;
  const { summary, description = "", parameters = [], requestBody, security } = operation;
  const body = requestBody?.content["application/json"]?.schema;
  return [
    `## ${summary}`,
    `\`${method.toUpperCase()} ${path}\`${security.length > 0 ? "" : ", without an API key"}`,
    description,
    writeExamples(call, document, suffix),
    ...(parameters.length > 0
      ? [
          "**Parameters**",
          parameters
            .map(({ name, in: place, required, description, schema }) =>
              [
                `- \`${name}\` (${describeType(schema, suffix)}, in the ${place}${required ? ", required" : ""})`,
                oneLine(description ?? schema.description ?? ""),
              ].join(" "),
            )
            .join("\n"),
        ]
      : []),
    ...(body ? ["**Body**", writeFields(body, suffix)] : []),
    "**Answer**",
    writeAnswers(operation, suffix),
    `**Errors**: ${listCodes(operation)
      .map(([code, status]) => `\`${code}\` (${status})`)
      .join(", ")}. [What they mean](/api/errors${suffix}).`,
  ]
    .filter(Boolean)
    .join("\n\n");
}

/** The same call in each language. People choose one, and the choice counts for all calls. */
function writeExamples(call: Call, document: ApiDocument, suffix: Suffix): string {
  const examples = [
    { name: "curl", fence: "sh", code: toCurl(call, document) },
    { name: "TypeScript", fence: "ts", code: toTypeScript(call, document) },
    { name: "Python", fence: "python", code: toPython(call, document) },
  ].map(({ fence, code, ...rest }) => ({ ...rest, block: `\`\`\`${fence}\n${code}\n\`\`\`` }));
  if (suffix === ".md") return examples.map(({ block }) => block).join("\n\n");
  const choices = examples.map(
    ({ name }, index) =>
      `<label><input type="radio" name="${call.operation.operationId}" value="${name}"${index === 0 ? " checked" : ""}> ${name}</label>`,
  );
  const { path, body } = toRequest(call, document);
  const attributes = {
    "data-method": call.method.toUpperCase(),
    "data-path": path,
    ...(body !== undefined && { "data-body": JSON.stringify(body, null, 2) }),
    ...(call.operation.security.length > 0 && { "data-key": "" }),
  };
  return [
    `<div class="example" ${writeAttributes(attributes)}><fieldset class="not-content"><legend>Example in</legend>${choices.join("")}</fieldset>`,
    ...examples.map(({ name, block }) => `<div data-example="${name}">\n\n${block}\n\n</div>`),
    "</div>",
  ].join("\n\n");
}

/** On one line, because a blank line would end the HTML. */
const writeAttributes = (attributes: Record<string, string>) =>
  Object.entries(attributes)
    .map(([name, value]) => `${name}="${escapeHtml(value).replaceAll("\n", "&#10;")}"`)
    .join(" ");

function writeAnswers({ responses }: Operation, suffix: Suffix): string {
  return Object.entries(responses)
    .filter(([status]) => Number(status) < 400)
    .map(([status, { description, content }]) => {
      const schema = content?.["application/json"]?.schema;
      if (!schema) return `${status}: ${description}`;
      const fields = schema.properties ? `\n\n${writeFields(schema, suffix)}` : "";
      return `${status}: ${describeType(schema, suffix)}${fields}`;
    })
    .join("\n\n");
}

/** Lists the fields of an object, those of an object in a field below it. */
function writeFields(schema: Schema, suffix: Suffix, indent = ""): string {
  const { properties = {}, required = [] } = schema;
  const fields = Object.entries(properties);
  if (fields.length === 0) return describeType(schema, suffix);
  return fields
    .map(([name, field]) => {
      const { default: usual, description = "" } = field;
      const inner = findObject(field);
      const line = [
        `${indent}- \`${name}\` (${describeType(field, suffix)}${required.includes(name) ? "" : ", optional"})`,
        oneLine(description),
        usual === undefined ? "" : `Default: \`${JSON.stringify(usual)}\`.`,
      ];
      return [
        line.filter(Boolean).join(" "),
        ...(inner ? [writeFields(inner, suffix, `${indent}  `)] : []),
      ].join("\n");
    })
    .join("\n");
}

/** The object that a field or the items of a list are, unless it has a name. */
function findObject(schema: Schema): Schema | undefined {
  if (schema.properties) return schema;
  if (schema.items) return findObject(schema.items);
  return schema.anyOf?.map(findObject).find((each) => each !== undefined);
}

/** Returns a type in words, with a link if it is one of the objects. */
function describeType(schema: Schema, suffix: Suffix): string {
  const { $ref, anyOf, items, type, format, minimum, maximum } = schema;
  if ($ref) {
    const name = $ref.split("/").at(-1) ?? "";
    return `[${name}](/api/objects${suffix}#${headingId(name)})`;
  }
  if (schema.enum) return schema.enum.map((value) => `\`${String(value)}\``).join(" or ");
  if ("const" in schema) return `\`${String(schema.const)}\``;
  if (anyOf) return anyOf.map((each) => describeType(each, suffix)).join(" or ");
  if (items) return `list of ${describeType(items, suffix)}`;
  if (format === "date-time") return "time";
  const isLimit = (limit?: number) =>
    limit !== undefined && Math.abs(limit) !== Number.MAX_SAFE_INTEGER;
  const from = isLimit(minimum) ? ` from ${minimum}` : "";
  const to = isLimit(maximum) ? ` to ${maximum}` : "";
  return `${[type ?? "any"].flat().join(" or ")}${from}${to}`;
}

/** Lists the codes and the status of a call's errors. */
function listCodes({ responses }: Operation): [code: string, status: string, meaning: string][] {
  return Object.entries(responses)
    .filter(([status]) => Number(status) >= 400)
    .flatMap(([status, { description }]) =>
      [...description.matchAll(/^`(\w+)`: (.+?) *$/gm)].map(
        ([, code = "", meaning = ""]): [string, string, string] => [code, status, meaning],
      ),
    );
}

function writeErrors(document: ApiDocument): string {
  const rows = new Map(
    listCalls(document)
      .flatMap(({ operation }) => listCodes(operation))
      .map(([code, status, meaning]) => [code, `| \`${code}\` | ${status} | ${meaning} |`]),
  );
  return [
    "The `code` of an error, which is also the end of its `type`. Decide by the code: `title` and `detail` are for you, and not for your customers.",
    ["| code | status | meaning |", "| --- | --- | --- |", ...[...rows.values()].toSorted()].join(
      "\n",
    ),
  ].join("\n\n");
}

const oneLine = (text: string) => text.replaceAll(/\s+/g, " ").trim();

/** The id that a generator gives to a heading. */
const headingId = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
    .replaceAll(" ", "-");
