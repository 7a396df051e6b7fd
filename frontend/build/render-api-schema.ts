import { escapeHtml } from "../../worker/shared/escape-html.ts";
import type { Schema } from "../../worker/shared/api-document.ts";

/** Returns the HTML of a schema's fields, with nested objects below their field. */
export function renderFields(schema: Schema): string {
  const { properties = {}, required = [] } = schema;
  if (Object.keys(properties).length === 0) return `<p>${describeType(schema)}</p>`;
  const rows = Object.entries(properties).map(([name, field]) => {
    const inner = nestedObject(field);
    return `<dt><code>${escapeHtml(name)}</code>
<span class="type">${describeType(field)}${required.includes(name) ? "" : ", optional"}</span></dt>
<dd>${sentenceHtml(describeField(field))}${inner ? renderFields(inner) : ""}</dd>`;
  });
  return `<dl>${rows.join("\n")}</dl>`;
}

/** Returns the HTML of a type, in words, with a link where it is one of the objects. */
export function describeType(schema: Schema): string {
  const { $ref, anyOf, items, type, format } = schema;
  if ($ref) {
    const name = $ref.split("/").at(-1) ?? "";
    return `<a href="#${anchor(name)}">${escapeHtml(name)}</a>`;
  }
  if (schema.enum)
    return schema.enum.map((value) => `<code>${escapeHtml(String(value))}</code>`).join(" | ");
  if ("const" in schema) return `<code>${escapeHtml(String(schema.const))}</code>`;
  if (anyOf) return anyOf.map(describeType).join(" or ");
  if (items) return `list of ${describeType(items)}`;
  if (format === "date-time") return "time";
  return escapeHtml([type ?? "any"].flat().join(" or ")) + describeLimits(schema);
}

/** The object that a field or the items of a list are, unless it has a name. */
function nestedObject(schema: Schema): Schema | undefined {
  if (schema.properties) return schema;
  if (schema.items) return nestedObject(schema.items);
  return schema.anyOf?.map(nestedObject).find((each) => each !== undefined);
}

function describeField(schema: Schema): string {
  const { default: usual, description = "" } = schema;
  return usual === undefined ? description : `${description} Default: ${JSON.stringify(usual)}.`;
}

function describeLimits({ minimum, maximum }: Schema): string {
  const isUsual = (limit: number | undefined) =>
    limit === undefined || Math.abs(limit) === Number.MAX_SAFE_INTEGER;
  if (!isUsual(minimum) && !isUsual(maximum)) return ` ${minimum} to ${maximum}`;
  if (!isUsual(maximum)) return ` up to ${maximum}`;
  return isUsual(minimum) ? "" : ` from ${minimum}`;
}

/** Returns the HTML of a sentence, in which backticks mark code. */
export function sentenceHtml(text: string): string {
  return escapeHtml(text).replaceAll(/`([^`]+)`/g, "<code>$1</code>");
}

/**
 * Returns the id of an element for a name: `listOrders` and `License checks` become `list-orders` and `license-checks`.
 */
export function anchor(name: string): string {
  return name
    .replaceAll(/([a-z])([A-Z])/g, "$1-$2")
    .replaceAll(/\W+/g, "-")
    .toLowerCase();
}
