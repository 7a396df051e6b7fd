import type { Context, Input, MiddlewareHandler, TypedResponse } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { JSONParsed, UnionToIntersection } from "hono/utils/types";
import type { z } from "zod";
import type { Ctx } from "../context.ts";
import { validate } from "./validate.ts";

/** The schemas of the parts of a request that a verb takes. */
type Parts = { [Target in "param" | "query" | "json"]?: z.ZodType };

/** What the verb takes: the fields of all parts together. */
type Parsed<EachParts extends Parts> = UnionToIntersection<
  { [Target in keyof EachParts]: z.output<EachParts[Target]> }[keyof EachParts]
>;

/** What clients send. A schema of parameters may give them other names, for the verb. */
type Sent<EachParts extends Parts> = UnionToIntersection<
  {
    [Target in keyof EachParts & keyof Parts]: EachParts[Target] extends z.ZodType
      ? Target extends "param"
        ? { in: { param: Texts<z.input<EachParts[Target]>> } }
        : InputOf<ReturnType<typeof validate<Target, EachParts[Target]>>>
      : never;
  }[keyof EachParts & keyof Parts]
>;

type Texts<Fields> = {
  [Name in keyof Fields]: Fields[Name] extends string ? Fields[Name] : string;
};

type InputOf<Validator> =
  Validator extends MiddlewareHandler<infer _Env, infer _Path, infer Each extends Input>
    ? Each
    : never;

/** What the handler needs of Hono's `Context`: written out, so that the route keeps the types of its validators. */
type HandlerContext<EachCtx> = Pick<Context, "json" | "body"> & {
  var: { ctx: EachCtx };
  req: { valid(target: keyof Parts): unknown };
};

type Answer<Value, Status> = Value extends Response
  ? Value
  : Response &
      (Value extends object
        ? TypedResponse<JSONParsed<Value>, Status & ContentfulStatusCode, "json">
        : TypedResponse<null, 204, "body">);

/**
 * The handlers of a route that runs one verb: they validate the parts of the request, pass all their fields to the
 * verb, and answer with what it returns, as JSON. If it returns nothing, the answer is 204; a `Response` is the answer.
 * @param status of JSON; 200 if left out
 */
export function runVerb<
  EachCtx extends Ctx,
  const EachParts extends Parts,
  Value extends object | void,
  Status extends ContentfulStatusCode,
>(
  verb: (ctx: EachCtx, input: Parsed<EachParts>) => Value | Promise<Value>,
  parts: EachParts,
  status?: Status,
) {
  const targets = Object.keys(parts) as (keyof Parts)[];
  const answer = async (c: HandlerContext<EachCtx>) => {
    const sent = targets.map((target) => c.req.valid(target));
    // The path once more, so that no field of a body names another object than the one that was checked.
    const input = Object.assign({}, ...sent, c.req.valid("param"));
    const value = await verb(c.var.ctx, input);
    if (value instanceof Response) return value;
    return value === undefined ? c.body(null, 204) : c.json(value, status);
  };
  const handlers = [...targets.map((target) => validate(target, parts[target]!)), answer];
  // Typed as one validator, however many there are.
  return handlers as unknown as readonly [
    MiddlewareHandler<object, string, Sent<EachParts> & Input>,
    (c: HandlerContext<EachCtx>) => Promise<Answer<Value, Status>>,
  ];
}

/** A verb that runs one, and returns what another then shows. */
export function andShow<EachCtx extends Ctx, ChangeInput, ShowInput, Value>(
  change: (ctx: EachCtx, input: ChangeInput) => Promise<unknown>,
  show: (ctx: EachCtx, input: ShowInput) => Promise<Value>,
) {
  return async (ctx: EachCtx, input: ChangeInput & ShowInput): Promise<Value> => {
    await change(ctx, input);
    return show(ctx, input);
  };
}
