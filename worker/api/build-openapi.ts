import { Hono } from "hono";
import { generateSpecs, uniqueSymbol, type DescribeRouteOptions } from "hono-openapi";
import { findTargetHandler } from "hono/utils/handler";
import { z } from "zod";
import type { AppEnv } from "../context.ts";
import { errorCatalog, type ErrorCode } from "../errors.ts";
import { answerWithEtag } from "./protocol/conventions.ts";
import { metadataOf, type RouteDescription, type ValidatedPart } from "../http/describe.ts";
import { toJsonSchema, type JsonSchema } from "./openapi-schemas.ts";
import { introduction, tags } from "./openapi-text.ts";
import { apiRoutes } from "./routes.ts";

const PREFIX = "/api/v1";

/** Errors of every call with a key. */
const KEY_ERRORS: ErrorCode[] = [
  "api_key_in_query",
  "api_key_missing",
  "api_key_malformed",
  "api_key_unknown",
  "api_key_revoked",
  "api_key_expired",
  "api_key_wrong_mode",
  "insufficient_scope",
];
const EVERY_CALL: ErrorCode[] = ["invalid_input", "rate_limited", "too_large", "internal"];
const CALLS_WITH_KEY: ErrorCode[] = ["unsupported_media_type", "unavailable"];
const REPEATABLE: ErrorCode[] = ["idempotency_mismatch", "idempotency_in_progress"];

const problem = z
  .object({
    type: z.string().meta({ example: "urn:gatehouse:error:invalid_input" }),
    title: z.string().meta({ example: "The input is not valid" }),
    status: z.int().meta({ example: 422 }),
    code: z.string().meta({ description: "Decide by this.", example: "invalid_input" }),
    requestId: z.string().meta({
      description:
        "Name it when you ask the shop about this answer. Every answer has it in the header `Request-Id`, too.",
      example: "req_01kb2z8q3mh7w5t0d9x6n4c1rv",
    }),
    request_id: z.string().meta({ description: "The same as `requestId`.", deprecated: true }),
    detail: z.string().optional(),
    oldestSequence: z.int().optional().meta({
      description: "With `cursor_expired`: the oldest event that the feed still has.",
    }),
    fields: z
      .array(z.object({ path: z.string(), message: z.string() }))
      .optional()
      .meta({ description: "The refused fields." }),
  })
  .meta({ ref: "Problem", description: "An error (RFC 9457)." });

/** The OpenAPI document. */
export type OpenApiDocument = Awaited<ReturnType<typeof generateSpecs>>;

/** Builds the OpenAPI document from the routes: their descriptions and the schemas that they validate with. */
export async function buildOpenApi(): Promise<OpenApiDocument> {
  const app = new Hono<AppEnv>().route(PREFIX, apiRoutes);
  const schemas: Record<string, JsonSchema> = {};
  for (const route of app.routes) {
    const handler = findTargetHandler(route.handler) as object & { [uniqueSymbol]?: unknown };
    const { description, part } = metadataOf(handler);
    if (description) handler[uniqueSymbol] = { spec: toSpec(description, route.method, schemas) };
    else if (part) handler[uniqueSymbol] = toValidator(part, schemas);
    else if (handler === answerWithEtag) handler[uniqueSymbol] = { spec: etagSpec };
  }
  const document = await generateSpecs(app, {
    defaultValidationErrorResponse: false,
    documentation: {
      info: {
        title: "Gatehouse API",
        version: "1.0.0",
        description: introduction,
        license: { name: "MIT", identifier: "MIT" },
      },
      servers: [{ url: "/", description: "The shop that serves this document." }],
      tags,
      components: {
        securitySchemes: {
          apiKey: {
            type: "http",
            scheme: "bearer",
            description: "An API key, `gh_live_…`. As the user name of HTTP Basic it works, too.",
          },
        },
      },
    },
  });
  toJsonSchema(problem, "output", schemas);
  document.webhooks = { event: { post: webhook } };
  document.components.schemas = sortByName({ ...schemas });
  // Without what JSON cannot say, e.g. fields that are undefined.
  return JSON.parse(JSON.stringify(document)) as OpenApiDocument;
}

/** What the shop sends to a webhook endpoint. */
const webhook = {
  operationId: "receiveEvent",
  summary: "An event of the feed",
  security: [],
  description:
    "Sent to each webhook endpoint that chose its type, signed as Standard Webhooks says. Answer with any 2xx status within 10 seconds.",
  parameters: ["webhook-id", "webhook-timestamp", "webhook-signature"].map((name) => ({
    in: "header" as const,
    name,
    required: true,
    schema: { type: "string" as const },
  })),
  requestBody: {
    required: true,
    content: { "application/json": { schema: { $ref: "#/components/schemas/Event" } } },
  },
  responses: { "2XX": { description: "Received." } },
};

const etagSpec: DescribeRouteOptions = {
  parameters: [
    {
      in: "header",
      name: "If-None-Match",
      description: "The `ETag` that you have.",
      schema: { type: "string" },
    },
  ],
  responses: { 304: { description: "It has not changed." } },
};

function toValidator({ target, schema }: ValidatedPart, schemas: Record<string, JsonSchema>) {
  return {
    target,
    toOpenAPISchema: async () => ({ schema: toJsonSchema(schema, "input", schemas) }),
  };
}

function toSpec(
  description: RouteDescription,
  method: string,
  schemas: Record<string, JsonSchema>,
): DescribeRouteOptions {
  const { tag, scope, errors = [] } = description;
  const isRepeatable = scope !== null && method === "POST";
  const codes = [
    ...EVERY_CALL,
    ...(scope === null ? [] : [...KEY_ERRORS, ...CALLS_WITH_KEY]),
    ...(isRepeatable ? REPEATABLE : []),
    ...errors,
  ];
  return {
    tags: [tag],
    operationId: description.operationId,
    summary: description.summary,
    description: [description.description, scope && `Needs the scope \`${scope}\`.`]
      .filter(Boolean)
      .join("\n\n"),
    security: scope === null ? [] : [{ apiKey: [scope] }],
    ...(isRepeatable && { parameters: [idempotencyKey] }),
    responses: { ...toAnswers(description, schemas), ...toProblems(codes) } as never,
  };
}

const idempotencyKey = {
  in: "header",
  name: "Idempotency-Key",
  description: "Makes it safe to repeat the request.",
  schema: { type: "string", minLength: 1, maxLength: 255 },
} as const;

function toAnswers(description: RouteDescription, schemas: Record<string, JsonSchema>) {
  const { answer, example } = description;
  const statuses = description.statuses ?? [answer ? 200 : 204];
  const content = answer && {
    "application/json": {
      schema: toJsonSchema(answer, "output", schemas),
      ...(example !== undefined && { example }),
    },
  };
  return Object.fromEntries(
    statuses.map((status) => [status, { description: "Success.", ...(content && { content }) }]),
  );
}

/** Groups the errors by status. */
function toProblems(codes: ErrorCode[]) {
  const byStatus = Map.groupBy(new Set(codes), (code) => errorCatalog[code].status);
  const schema = { $ref: "#/components/schemas/Problem" };
  return Object.fromEntries(
    [...byStatus].map(([status, each]) => [
      status,
      {
        description: each.map((code) => `\`${code}\`: ${errorCatalog[code].title}.`).join("  \n"),
        content: { "application/problem+json": { schema } },
      },
    ]),
  );
}

function sortByName<Value>(values: Record<string, Value>): Record<string, Value> {
  return Object.fromEntries(Object.entries(values).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
