import type { Account } from "../account.ts";
import type { ObjectType, ExpandLink } from "../feature.ts";
import type { ObjectTypeName } from "../store/rows.ts";
import { rejectedRequestError } from "./errors.ts";
import type { ListPage } from "./list.ts";

type JsonObject = Record<string, unknown>;
type ObjectTypes = ReadonlyMap<ObjectTypeName, ObjectType>;

/**
 * Expands every path, at most four levels deep. `data` stands for the entries of a list.
 * @param assertReadable refuses types that the request's key may not read
 * @throws ApiError 400 if a path cannot be expanded, even if the field is empty here
 */
export function expandResult(
  account: Account,
  objectTypes: ObjectTypes,
  result: object,
  paths: string[],
  assertReadable: (type: ObjectTypeName) => void,
): object {
  return paths.reduce(
    (shown, path) => expandPath(account, objectTypes, shown as JsonObject, path, assertReadable),
    result,
  );
}

function expandPath(
  account: Account,
  objectTypes: ObjectTypes,
  result: JsonObject,
  path: string,
  assertReadable: (type: ObjectTypeName) => void,
): JsonObject {
  const segments = path.split(".");
  if (segments.length > 4) {
    throw rejectedRequestError(
      `You cannot expand more than 4 levels of a property. Property: ${path}`,
      {
        param: "expand",
      },
    );
  }
  if (result.object !== "list")
    return expandObject(result, result.object as ObjectTypeName, segments);
  const [first, ...rest] = segments;
  if (first !== "data" || rest.length === 0) throw notExpandableError(path);
  return expandEach(result as unknown as ListPage, rest);

  function expandEach(list: ListPage, rest: string[]): JsonObject {
    return {
      ...list,
      data: list.data.map((entry) =>
        expandObject(entry as JsonObject, (entry as JsonObject).object as ObjectTypeName, rest),
      ),
    };
  }

  /** Expands the path `rest` in an object of `type`. */
  function expandObject(shown: JsonObject, type: ObjectTypeName, rest: string[]): JsonObject {
    const [field, link] = findLink(objectTypes.get(type)?.links ?? {}, rest) ?? [];
    if (!field || !link) throw notExpandableError(path);
    if (link.kind !== "hidden") assertReadable(link.to);
    const remaining = rest.slice(field.length);
    return replaceAt(shown, field, (value) => {
      const loaded = load(account, link, value, shown.id as string);
      const isList = link.kind === "included" || (link.kind === "embedded" && link.list);
      if (remaining.length === 0) return loaded;
      if (link.kind === "hidden") throw notExpandableError(path);
      const inner = isList ? remaining.slice(1) : remaining;
      if (isList && (remaining[0] !== "data" || inner.length === 0)) throw notExpandableError(path);
      assertExpandable(link.to, inner);
      if (Array.isArray(loaded))
        return loaded.map((entry) => expandObject(entry as JsonObject, link.to, inner));
      if (loaded === null || loaded === undefined) return loaded;
      if (isList) return expandEach(loaded as unknown as ListPage, inner);
      return (loaded as JsonObject).deleted
        ? loaded
        : expandObject(loaded as JsonObject, link.to, inner);
    });
  }

  /** Checks the path by type, so that an empty field does not hide a wrong path. */
  function assertExpandable(type: ObjectTypeName, rest: string[]): void {
    const [field, link] = findLink(objectTypes.get(type)?.links ?? {}, rest) ?? [];
    if (!field || !link) throw notExpandableError(path);
    if (link.kind !== "hidden") assertReadable(link.to);
    const remaining = rest.slice(field.length);
    const inner = remaining[0] === "data" ? remaining.slice(1) : remaining;
    if (inner.length === 0) return;
    if (link.kind === "hidden") throw notExpandableError(path);
    assertExpandable(link.to, inner);
  }
}

/** Finds the link at the start of a path. `parent.subscription_details.subscription` is one link of three segments. */
function findLink(
  links: Record<string, ExpandLink>,
  segments: string[],
): [string[], ExpandLink] | undefined {
  for (let length = segments.length; length > 0; length--) {
    const link = links[segments.slice(0, length).join(".")];
    if (link) return [segments.slice(0, length), link];
  }
  return undefined;
}

function load(account: Account, link: ExpandLink, value: unknown, owner: string): unknown {
  // An earlier path may have loaded it already, and expanded fields in it.
  if (link.kind === "included" || link.kind === "hidden") return value ?? link.load(account, owner);
  if (link.kind === "ids" && Array.isArray(value))
    return value.map((entry) => loadById(account, link.to, entry));
  return link.kind === "id" ? loadById(account, link.to, value) : value;
}

function loadById(account: Account, type: ObjectTypeName, value: unknown): unknown {
  if (typeof value !== "string") return value;
  const row = account.objects.find(type, value);
  return row ? account.serialize(type, row) : (account.objects.findTombstone(type, value) ?? value);
}

function replaceAt(
  shown: JsonObject,
  field: string[],
  change: (value: unknown) => unknown,
): JsonObject {
  const [key = "", ...rest] = field;
  if (rest.length === 0) return { ...shown, [key]: change(shown[key]) };
  const child = shown[key];
  if (Array.isArray(child)) {
    const changed = child.map((entry) => replaceAt(entry as JsonObject, rest, change));
    return { ...shown, [key]: changed };
  }
  return child && typeof child === "object"
    ? { ...shown, [key]: replaceAt(child as JsonObject, rest, change) }
    : shown;
}

function notExpandableError(path: string) {
  return rejectedRequestError(
    `This property cannot be expanded (${path}). You may want to try expanding another property.`,
    { param: "expand" },
  );
}
