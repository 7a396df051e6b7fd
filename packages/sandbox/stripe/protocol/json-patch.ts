import { z } from "zod";
import { ApiError, invalidRequestError } from "./errors.ts";

const path = z.string().regex(/^(\/[^/]+)+$/, "Write a path such as `/data/0/status`.");

/** One operation of a JSON Patch (RFC 6902). `-` as the last part of a path adds to the end of an array. */
export const patchOperation = z.discriminatedUnion("op", [
  z.strictObject({ op: z.enum(["add", "replace"]), path, value: z.json() }),
  z.strictObject({ op: z.literal("remove"), path }),
]);
export type PatchOperation = z.output<typeof patchOperation>;

/**
 * Returns a copy of a JSON value with these changes.
 * @throws ApiError 400 if a path leads nowhere
 */
export function applyPatch(value: unknown, operations: PatchOperation[]): unknown {
  const changed = structuredClone(value);
  for (const operation of operations) applyOperation(changed, operation);
  return changed;
}

function applyOperation(root: unknown, operation: PatchOperation): void {
  const parts = operation.path.slice(1).split("/").map(unescapePart);
  const last = parts.pop() ?? "";
  const parent = parts.reduce((at, part) => readChild(at, part, operation.path), root);
  const isThere = operation.op === "add" || readChild(parent, last, operation.path) !== undefined;
  if (!isThere || typeof parent !== "object" || parent === null) throw notFound(operation.path);
  if (Array.isArray(parent)) {
    const index = last === "-" ? parent.length : Number(last);
    const removed = operation.op === "add" ? 0 : 1;
    parent.splice(index, removed, ...("value" in operation ? [operation.value] : []));
  } else if (operation.op === "remove") Reflect.deleteProperty(parent, last);
  else Object.assign(parent, { [last]: operation.value });
}

function readChild(parent: unknown, part: string, path: string): unknown {
  if (typeof parent !== "object" || parent === null || !Object.hasOwn(parent, part))
    throw notFound(path);
  return (parent as Record<string, unknown>)[part];
}

function notFound(path: string): ApiError {
  return invalidRequestError(`The patch of the fault does not fit: nothing is at ${path}.`);
}

function unescapePart(part: string): string {
  return part.replaceAll("~1", "/").replaceAll("~0", "~");
}
