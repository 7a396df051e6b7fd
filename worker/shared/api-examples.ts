import type { ApiDocument, Call, Schema } from "./api-document.ts";

// A test sends each example with the ids of a shop (worker/api/examples.test.ts).

/** Returns what the examples of a call send: its path with a query, and its body. */
export function toRequest(call: Call, document: ApiDocument): { path: string; body: unknown } {
  const { path, query, body } = findValues(call, document);
  const asked = Object.entries(query).map(([name, value]) => `${name}=${String(value)}`);
  return { path: `${fillPath(call, path)}${asked.length > 0 ? `?${asked.join("&")}` : ""}`, body };
}

/** Returns a command that sends an example of a call. */
export function toCurl(call: Call, document: ApiDocument): string {
  const { path, body } = toRequest(call, document);
  const method = call.method === "get" ? "" : `-X ${call.method.toUpperCase()} `;
  return [
    `curl ${method}"$GATEHOUSE_URL${path}"`,
    ...(call.operation.security.length > 0 ? [`  -H "Authorization: Bearer $GATEHOUSE_KEY"`] : []),
    ...(body === undefined
      ? []
      : [`  -H "Content-Type: application/json"`, `  -d '${JSON.stringify(body)}'`]),
  ].join(" \\\n");
}

/** Returns the same call with the client, in TypeScript. */
export function toTypeScript(call: Call, document: ApiDocument): string {
  const { path, query, body } = findValues(call, document);
  const params = {
    ...(Object.keys(path).length > 0 && { path }),
    ...(Object.keys(query).length > 0 && { query }),
  };
  const options = {
    ...(Object.keys(params).length > 0 && { params }),
    ...(body !== undefined && { body }),
  };
  const code = JSON.stringify(options, null, 2).replaceAll(/^( +)"(\w+)":/gm, "$1$2:");
  const to = `"${call.path.replace("/api/v1", "")}"${code === "{}" ? "" : `, ${code}`}`;
  return `const { data, error } = await shop.${call.method.toUpperCase()}(${to});`;
}

/** Returns the same call in Python, with the package `requests`. */
export function toPython(call: Call, document: ApiDocument): string {
  const { path, query, body } = findValues(call, document);
  return [
    `response = requests.${call.method}(`,
    `    f"{GATEHOUSE_URL}${fillPath(call, path)}",`,
    ...(call.operation.security.length > 0
      ? [`    headers={"Authorization": f"Bearer {GATEHOUSE_KEY}"},`]
      : []),
    ...(Object.keys(query).length > 0 ? [`    params=${toPythonValue(query, "    ")},`] : []),
    ...(body === undefined ? [] : [`    json=${toPythonValue(body, "    ")},`]),
    ")",
  ].join("\n");
}

/** Writes a value of JSON as Python does. @param indent of the line that it begins in */
function toPythonValue(value: unknown, indent: string): string {
  if (value === null) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (typeof value !== "object") return JSON.stringify(value);
  const inner = `${indent}    `;
  const [open, close] = Array.isArray(value) ? ["[", "]"] : ["{", "}"];
  const parts = Array.isArray(value)
    ? value.map((each) => toPythonValue(each, inner))
    : Object.entries(value).map(
        ([name, each]) => `${JSON.stringify(name)}: ${toPythonValue(each, inner)}`,
      );
  if (parts.length === 0) return `${open}${close}`;
  return [open, ...parts.map((part) => `${inner}${part},`), `${indent}${close}`].join("\n");
}

/** Puts values into the path of a call. */
const fillPath = (call: Call, values: Record<string, unknown>): string =>
  call.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name]));

/** Returns the values that an example of a call sends. */
function findValues({ operation }: Call, document: ApiDocument) {
  const { parameters = [], requestBody } = operation;
  // One of several optional parameters names the customer.
  const sent = parameters.filter(({ required, name }) => required || name === "customer");
  const valuesIn = (place: string) =>
    Object.fromEntries(
      sent
        .filter((each) => each.in === place)
        .map(({ name, schema }) => [name, findExample(schema, document)]),
    );
  const body = requestBody?.content["application/json"]?.schema;
  return {
    path: valuesIn("path"),
    query: valuesIn("query"),
    body: body && findExample(body, document),
  };
}

/** Returns an example value of a schema. */
function findExample(schema: Schema, document: ApiDocument): unknown {
  const { $ref, examples, anyOf, items, properties, required = [] } = schema;
  if ($ref)
    return findExample(document.components.schemas[$ref.split("/").at(-1) ?? ""] ?? {}, document);
  if (examples && examples.length > 0) return examples[0];
  if (schema.enum) return schema.enum[0];
  if ("const" in schema) return schema.const;
  if (schema.default !== undefined) return schema.default;
  if (anyOf?.[0]) return findExample(anyOf[0], document);
  if (items) return [findExample(items, document)];
  if (properties) {
    // One of several optional fields names the customer of a request.
    const named = Object.entries(properties).filter(
      ([name]) => required.includes(name) || name === "customer",
    );
    return Object.fromEntries(named.map(([name, field]) => [name, findExample(field, document)]));
  }
  if (schema.format === "date-time") return "2026-03-01T09:30:00Z";
  if (schema.type === "integer" || schema.type === "number") return schema.minimum ?? 1;
  return schema.type === "boolean" ? true : "…";
}
