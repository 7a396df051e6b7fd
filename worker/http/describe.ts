import type { MiddlewareHandler } from "hono";
import type { z } from "zod";
import type { ErrorCode } from "../errors.ts";
import type { Scope } from "../shared/scopes.ts";

/** What the API reference says about a route. The document is built from it (worker/api/build-openapi.ts). */
export type RouteDescription = {
  /** The section of the reference, in the plural: "Orders". */
  tag: string;
  /** The name of the call in generated clients, e.g. `listOrders`. */
  operationId: string;
  summary: string;
  /** Markdown. */
  description?: string;
  /** The scope that the key needs; null for calls without a key. */
  scope: Scope | null;
  /** The schema of the answer; null for an answer without a body. */
  answer: z.ZodType | null;
  /** The statuses of a success, usually one; 200 if left out, 204 without a body. */
  statuses?: number[];
  /** Errors beyond those that every route has. */
  errors?: readonly ErrorCode[];
  /** An example of the answer. */
  example?: unknown;
};

/** A part of a request that a route validates. */
export type ValidatedPart = { target: "json" | "form" | "query" | "param"; schema: z.ZodType };

const descriptions = new WeakMap<object, RouteDescription>();
const validatedParts = new WeakMap<object, ValidatedPart>();

/** Describes the route for the API reference. It does nothing to a request. */
export function describe(description: RouteDescription): MiddlewareHandler {
  const pass: MiddlewareHandler = (_c, next) => next();
  descriptions.set(pass, description);
  return pass;
}

/** Remembers which schema a handler validates, for the API reference. */
export function rememberSchema<Handler extends object>(
  handler: Handler,
  part: ValidatedPart,
): Handler {
  validatedParts.set(handler, part);
  return handler;
}

/** Returns the description or the validated part that a route's handler carries. */
export function metadataOf(handler: object): {
  description: RouteDescription | undefined;
  part: ValidatedPart | undefined;
} {
  return { description: descriptions.get(handler), part: validatedParts.get(handler) };
}
