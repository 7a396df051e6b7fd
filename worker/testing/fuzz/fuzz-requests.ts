import * as fc from "fast-check";

/** A part of the OpenAPI document, as far as requests are made from it. */
export type Schema = {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  format?: string;
  pattern?: string;
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
};

export type Operation = {
  operationId: string;
  security: object[];
  parameters?: { in: string; name: string; required?: boolean; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>;
};

/** A request that a test sends. `body` is sent as it is. */
export type FuzzRequest = {
  path: string;
  headers: Record<string, string>;
  body?: string;
};

/** Values that programs have stumbled over. */
const hostileTexts = fc.oneof(
  fc.constantFrom(
    "",
    " ",
    "\0",
    "a\0b",
    "null",
    "undefined",
    "NaN",
    "-1",
    "1e309",
    "9007199254740993",
    "true",
    "[]",
    "{}",
    "' OR 1=1 --",
    '"; DROP TABLE users; --',
    "%00",
    "%",
    "$.a[0]",
    "../../etc/passwd",
    "<script>alert(1)</script>",
    "\u202Eabc",
    "🙂".repeat(50),
    "\uD800",
    "ﷺ",
    "a".repeat(700),
    "A".repeat(20_000),
    "2026-02-30T00:00:00Z",
    "0000-00-00T00:00:00.000Z",
    "http://169.254.169.254/",
    "javascript:alert(1)",
    btoa(JSON.stringify([1, "a"])),
    btoa(JSON.stringify(["a", null])),
    btoa(encodeURIComponent(JSON.stringify([1e308, "usr_zzzzzzzzzzzzzzzzzzzzzzzzzz"]))),
    btoa(encodeURIComponent(JSON.stringify(["x", "\0"]))),
  ),
  fc.string({ unit: "binary", maxLength: 40 }),
);

const hostileValues: fc.Arbitrary<unknown> = fc.oneof(
  hostileTexts,
  fc.constantFrom(null, true, false, 0, -1, 0.5, 1e21, -1e308, 2 ** 53, [], {}, [[]], [null]),
  fc.constant(JSON.parse("[".repeat(500) + "]".repeat(500)) as unknown),
  fc.constant(JSON.parse('{"__proto__": {"a": 1}, "constructor": 1}') as unknown),
  fc.jsonValue({ maxDepth: 3 }),
);

const hostileBodies = fc.constantFrom(
  "",
  "{",
  "null",
  '"text"',
  "[1]",
  "NaN",
  '{"a":1,"a":2}',
  "\u0000",
  "[".repeat(20_000),
  `{"a":"${"x".repeat(1024 * 1024)}"}`,
);

const contentTypes = fc.constantFrom(
  "application/json",
  "APPLICATION/JSON; charset=utf-8",
  "text/plain",
  "application/x-www-form-urlencoded",
  "multipart/form-data; boundary=a",
  "application/json-patch+json",
  "application/xml",
  "*/*",
  "json",
);

/** Makes requests from the OpenAPI document. Most are nearly valid, so that they get past the schemas. */
export function createRequestMaker(
  document: { components: { schemas: Record<string, unknown> } },
  known: { ids: string[]; texts: string[]; authorization: string; otherAuthorizations: string[] },
): (path: string, method: string, operation: Operation) => fc.Arbitrary<FuzzRequest> {
  const anyId = fc.constantFrom(...known.ids);

  /** Returns valid values of a schema, as far as it says so. */
  function valueOf(schema: Schema): fc.Arbitrary<unknown> {
    if (schema.$ref)
      return valueOf(document.components.schemas[schema.$ref.split("/").at(-1)!] as Schema);
    if (schema.enum) return fc.constantFrom(...schema.enum);
    if ("const" in schema) return fc.constant(schema.const);
    if (schema.anyOf) return fc.oneof(...schema.anyOf.map(valueOf));
    if (Array.isArray(schema.type))
      return fc.oneof(...schema.type.map((type) => valueOf({ ...schema, type })));
    switch (schema.type) {
      case "string":
        return textOf(schema);
      case "integer":
        return fc.integer({
          min: schema.minimum ?? -10,
          max: Math.min(schema.maximum ?? 1e6, 1e9),
        });
      case "number":
        return fc.double();
      case "boolean":
        return fc.boolean();
      case "null":
        return fc.constant(null);
      case "array":
        return fc.array(valueOf(schema.items ?? {}), {
          minLength: schema.minItems ?? 0,
          maxLength: Math.min(schema.maxItems ?? 3, 5),
        });
      case "object":
        return objectOf(schema);
      default:
        return hostileValues;
    }
  }

  function textOf({ format, pattern = "" }: Schema): fc.Arbitrary<string> {
    if (format === "date-time")
      return fc.date({ noInvalidDate: true, min: new Date(0) }).map((date) => date.toISOString());
    const [, prefix] = /^\^([a-z]{3})_/.exec(pattern) ?? [];
    const ids = known.ids.filter((id) => id.startsWith(`${prefix}_`));
    if (ids.length > 0) return fc.constantFrom(...ids);
    return fc.constantFrom(...known.texts);
  }

  function objectOf(schema: Schema): fc.Arbitrary<unknown> {
    const { properties = {}, required = [] } = schema;
    const model = Object.fromEntries(
      Object.entries(properties).map(([name, each]) => [
        name,
        mostly(valueOf(each), hostileValues),
      ]),
    );
    const valid = fc.record(model, { requiredKeys: required as never[] });
    const more = fc.dictionary(fc.string({ maxLength: 10 }), hostileValues, { maxKeys: 2 });
    return mostly(
      valid,
      fc.tuple(valid, more).map(([some, others]) => ({ ...others, ...some })),
    );
  }

  function parametersOf(operation: Operation, where: string) {
    const parameters = (operation.parameters ?? []).filter((each) => each.in === where);
    return fc.record(
      Object.fromEntries(
        parameters.map(({ name, schema }) => [
          name,
          mostly(valueOf(schema).map(String), fc.oneof(hostileTexts, anyId)),
        ]),
      ),
      { requiredKeys: where === "path" ? parameters.map(({ name }) => name) : [] },
    ) as fc.Arbitrary<Record<string, string>>;
  }

  return (path, method, operation) => {
    const schema = operation.requestBody?.content["application/json"]?.schema;
    const body = method === "get" ? fc.constant(undefined) : bodyOf(schema);
    return fc
      .record({
        path: parametersOf(operation, "path"),
        query: mostly(parametersOf(operation, "query"), fc.dictionary(hostileTexts, hostileTexts)),
        body,
        authorization: mostly(
          fc.constant(known.authorization),
          fc.constantFrom(...known.otherAuthorizations),
        ),
        contentType: mostly(fc.constant("application/json"), contentTypes),
        idempotencyKey: mostly(
          fc.constant(null),
          fc.constantFrom("a", "b", "", " ", "x".repeat(300)),
        ),
        etag: mostly(fc.constant(null), fc.constantFrom("*", '"a"', "W/", "")),
      })
      .map((parts) => ({
        path: fillPath(path, parts.path, parts.query),
        headers: {
          ...(parts.authorization && { authorization: parts.authorization }),
          ...(parts.body !== undefined && { "content-type": parts.contentType }),
          ...(parts.idempotencyKey !== null && { "idempotency-key": parts.idempotencyKey }),
          ...(parts.etag !== null && { "if-none-match": parts.etag }),
        },
        ...(parts.body !== undefined && { body: parts.body }),
      }));
  };

  function bodyOf(schema: Schema | undefined): fc.Arbitrary<string | undefined> {
    const valid = schema
      ? valueOf(schema).map((value) => JSON.stringify(value))
      : fc.constant(undefined);
    return mostly(valid, hostileBodies);
  }
}

/** Returns the first in nine of ten cases. */
function mostly<A, B>(usual: fc.Arbitrary<A>, other: fc.Arbitrary<B>): fc.Arbitrary<A | B> {
  return fc.oneof({ weight: 9, arbitrary: usual }, { weight: 1, arbitrary: other });
}

function fillPath(
  path: string,
  values: Record<string, string>,
  query: Record<string, string>,
): string {
  // Dots alone would be removed by the URL parser, and so would nothing.
  const encode = (text: string) =>
    encodeURIComponent(text.toWellFormed()).replace(/^(\.*)$/, "none$1");
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encode(values[name] ?? ""));
  const pairs = Object.entries(query).map(
    ([name, value]) =>
      `${encodeURIComponent(name.toWellFormed())}=${encodeURIComponent(value.toWellFormed())}`,
  );
  return pairs.length > 0 ? `${filled}?${pairs.join("&")}` : filled;
}
