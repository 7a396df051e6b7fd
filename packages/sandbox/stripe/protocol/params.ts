import type Stripe from "stripe";
import { z } from "zod";
import { invalidRequestError, rejectedRequestError } from "./errors.ts";
import { toBracketedName, type FormTree } from "./form.ts";

/**
 * Parameter schemas. Form values are text, so every schema parses text. Unknown parameters are refused.
 * `schemaFor<Stripe.XParams>()({...})` does not compile with a name that the official type lacks.
 */
type SchemaFields<T> = { [K in keyof T]?: z.ZodType };

export function schemaFor<Official>() {
  return <S extends SchemaFields<Official>>(
    fields: S & Record<Exclude<keyof S, keyof Official>, never>,
  ) => z.strictObject(fields as S);
}

export const text = z.string().min(1);

export const integer = z
  .string()
  .regex(/^-?\d+$/, { error: (issue) => `Invalid integer: ${String(issue.input)}` })
  .transform(Number);

export const amount = integer.refine(
  (value) => value >= 0,
  "This value must be greater than or equal to 0.",
);

export const flag = z
  .enum(["true", "false"], { error: (issue) => `Invalid boolean: ${String(issue.input)}` })
  .transform((value) => value === "true");

export const decimal = z.string().regex(/^\d+(\.\d{1,12})?$/, "Invalid decimal");

/** Above 0, at most 100, with up to two decimals. */
export const percentage = z
  .string()
  .regex(/^\d{1,3}(\.\d{1,2})?$/, "Invalid decimal")
  .transform(Number)
  .refine((value) => value > 0 && value <= 100, "This value must be between 0 and 100.");

export const url = z.string().refine((value) => URL.canParse(value), "Not a valid URL");

/** One of these values. */
export function oneOf<const T extends readonly [string, ...string[]]>(...values: T) {
  return z.enum(values, { error: () => `must be one of ${values.join(", ")}` });
}

/** The inner schema, or `''`, which unsets the field and becomes null. */
export function unsettable<S extends z.ZodType>(inner: S) {
  return z.union([z.literal("").transform(() => null), inner]);
}

/** A list, bracketed with or without indexes. `''` is the empty list. */
export function listOf<S extends z.ZodType>(inner: S) {
  return z.preprocess(
    (value) =>
      value === "" ? [] : value && typeof value === "object" ? Object.values(value) : value,
    z.array(inner),
  );
}

/** Metadata as sent: `''` instead of an object removes all keys, `''` as a value removes its key. */
export const metadata = z.union([
  z.literal("").transform(() => null),
  z.custom<Record<string, string>>((value) => {
    if (!value || typeof value !== "object") return false;
    return Object.values(value).every((entry) => typeof entry === "string");
  }, "Invalid object"),
]);

/**
 * Merges a change into metadata. `''` removes a key.
 * @throws ApiError 400 above Stripe's limits: 50 keys, names of 40 characters, values of 500
 */
export function mergeMetadata(
  current: Record<string, string>,
  change: Record<string, string> | null | undefined,
): Record<string, string> {
  if (change === undefined) return current;
  if (change === null) return {};
  const merged = new Map(Object.entries(current));
  for (const [key, value] of Object.entries(change)) {
    if (key.length > 40) {
      throw invalidRequestError(
        `Metadata keys can have up to 40 characters, but you passed in a key with ${key.length} characters. Invalid key: ${key}`,
        { param: "metadata" },
      );
    }
    if (value.length > 500) {
      throw invalidRequestError(
        `Metadata values can have up to 500 characters, but you passed in a value with ${value.length} characters. Invalid value: ${value}`,
        { param: `metadata[${key}]` },
      );
    }
    if (value === "") merged.delete(key);
    else merged.set(key, value);
  }
  if (merged.size > 50)
    throw invalidRequestError("You can only have up to 50 metadata keys on an object.", {
      param: "metadata",
    });
  return Object.fromEntries(merged);
}

/** `created=5` or `created[gte]=5`, in unix seconds. */
export const range = z.union([
  integer.transform((at) => ({ gte: at, lte: at })),
  z.strictObject({
    gt: integer.optional(),
    gte: integer.optional(),
    lt: integer.optional(),
    lte: integer.optional(),
  }),
]);
export type Range = z.output<typeof range>;

/** A postal address of which nothing is known. */
export const emptyAddress: Stripe.Address = {
  city: null,
  country: null,
  line1: null,
  line2: null,
  postal_code: null,
  state: null,
};

/** A postal address. Missing lines become null, as in every address that Stripe returns. */
export const address = z
  .strictObject({
    city: text.optional(),
    country: text.optional(),
    line1: text.optional(),
    line2: text.optional(),
    postal_code: text.optional(),
    state: text.optional(),
  })
  .transform((given) => ({ ...emptyAddress, ...given }));

export const expand = listOf(text).optional();

/** Returns the parsed parameters. @throws ApiError Stripe's 400 */
export function parseParams<S extends z.ZodType>(schema: S, given: FormTree): z.output<S> {
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  throw toApiError(parsed.error.issues[0]!, given);
}

function toApiError(issue: z.core.$ZodIssue, given: FormTree) {
  const path = issue.path;
  if (issue.code === "unrecognized_keys") {
    const param = toBracketedName([...path, issue.keys[0]!]);
    return rejectedRequestError(`Received unknown parameter: ${param}`, {
      code: "parameter_unknown",
      param,
    });
  }
  if (issue.code === "invalid_union") {
    const deepest = issue.errors.flat().toSorted((a, b) => b.path.length - a.path.length);
    const inner =
      deepest.find((entry) => entry.code === "unrecognized_keys") ??
      deepest.find((entry) => entry.code !== "invalid_value");
    if (inner)
      return toApiError({ ...inner, path: [...path, ...inner.path] } as z.core.$ZodIssue, given);
  }
  const param = toBracketedName(path);
  const value = path.reduce<unknown>(
    (node, key) => (node as Record<PropertyKey, unknown> | undefined)?.[key],
    given,
  );
  if (value === undefined)
    return rejectedRequestError(`Missing required param: ${param}.`, {
      code: "parameter_missing",
      param,
    });
  if (issue.message.startsWith("Invalid integer"))
    return rejectedRequestError(issue.message, { code: "parameter_invalid_integer", param });
  if (value === "") {
    return rejectedRequestError(
      `You passed an empty string for '${param}'. We assume empty values are an attempt to unset a parameter; however '${param}' cannot be unset. You should remove '${param}' from your request or supply a non-empty value.`,
      { code: "parameter_invalid_empty", param },
    );
  }
  if (issue.message === "Not a valid URL")
    return rejectedRequestError(issue.message, { code: "url_invalid", param });
  if (issue.code === "invalid_value")
    return rejectedRequestError(`Invalid ${param}: ${issue.message}`, { param });
  return rejectedRequestError(issue.message, { param });
}

/** Drops undefined fields, so that spreading the result does not overwrite other values. */
export function omitUndefined<T extends object>(
  fields: T,
): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as never;
}

/** No parameters except `expand`. */
export const noParams = z.strictObject({});
