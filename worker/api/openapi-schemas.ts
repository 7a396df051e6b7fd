import { z } from "zod";

/** A JSON schema, or a part of one. */
export type JsonSchema = { [name: string]: unknown };

/**
 * Returns the JSON schema of a Zod schema. Schemas with a `ref` in their metadata are replaced by references.
 * @param io `input` for what is sent, `output` for what is answered
 * @param components receives the schemas that are referred to, by name
 */
export function toJsonSchema(
  schema: z.ZodType,
  io: "input" | "output",
  components: Record<string, JsonSchema>,
): JsonSchema {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, unrepresentable: "any" });
  return extractReferences(json, components) as JsonSchema;
}

function extractReferences(value: unknown, components: Record<string, JsonSchema>): unknown {
  if (Array.isArray(value)) return value.map((each) => extractReferences(each, components));
  if (typeof value !== "object" || value === null) return value;
  const { ref, ...rest } = value as JsonSchema;
  const walked = Object.fromEntries(
    Object.entries(rest).map(([name, each]) => toCurrentDialect(name, each, components)),
  );
  // A property may be called `ref` too; only metadata is a text.
  if (typeof ref !== "string") return ref === undefined ? walked : { ...walked, ref };
  components[ref] ??= walked;
  return { $ref: `#/components/schemas/${ref}` };
}

/** OpenAPI 3.1 uses JSON schema, where `example` is `examples`. */
function toCurrentDialect(
  name: string,
  value: unknown,
  components: Record<string, JsonSchema>,
): [string, unknown] {
  if (name === "example") return ["examples", [value]];
  if (name === "examples" || name === "enum" || name === "default" || name === "const")
    return [name, value];
  return [name, extractReferences(value, components)];
}
