import type { Account } from "../account.ts";
import type { Kind, Link } from "../feature.ts";
import type { TypeName } from "../store/rows.ts";
import { refused } from "./errors.ts";
import type { ListPage } from "./list.ts";

type Shown = Record<string, unknown>;
type Kinds = ReadonlyMap<TypeName, Kind>;

/**
 * Follows every `expand` path. Four levels; `data` steps through a list; a path that leads nowhere is a 400
 * whether or not the field is empty here.
 */
export function expandAnswer(
  account: Account,
  kinds: Kinds,
  answer: object,
  paths: string[],
): object {
  return paths.reduce((shown, path) => expandPath(account, kinds, shown as Shown, path), answer);
}

function expandPath(account: Account, kinds: Kinds, answer: Shown, path: string): Shown {
  const segments = path.split(".");
  if (segments.length > 4) {
    throw refused(`You cannot expand more than 4 levels of a property. Property: ${path}`, {
      param: "expand",
    });
  }
  if (answer.object !== "list") return follow(answer, answer.object as TypeName, segments);
  const [first, ...rest] = segments;
  if (first !== "data" || rest.length === 0) throw notExpandable(path);
  return followEach(answer as unknown as ListPage, rest);

  function followEach(list: ListPage, rest: string[]): Shown {
    return {
      ...list,
      data: list.data.map((entry) =>
        follow(entry as Shown, (entry as Shown).object as TypeName, rest),
      ),
    };
  }

  /** Replaces what lies at `rest` below an object of `type`. */
  function follow(shown: Shown, type: TypeName, rest: string[]): Shown {
    const [field, link] = findLink(kinds.get(type)?.links ?? {}, rest) ?? [];
    if (!field || !link) throw notExpandable(path);
    const beyond = rest.slice(field.length);
    return replaceAt(shown, field, (value) => {
      const loaded = load(account, link, value, shown.id as string);
      const isList = link.kind === "included" || (link.kind === "embedded" && link.list);
      if (beyond.length === 0) return loaded;
      if (link.kind === "hidden") throw notExpandable(path);
      const inner = isList ? beyond.slice(1) : beyond;
      if (isList && (beyond[0] !== "data" || inner.length === 0)) throw notExpandable(path);
      assertLeadsOn(link.to, inner);
      if (Array.isArray(loaded))
        return loaded.map((entry) => follow(entry as Shown, link.to, inner));
      if (loaded === null || loaded === undefined) return loaded;
      if (isList) return followEach(loaded as unknown as ListPage, inner);
      return (loaded as Shown).deleted ? loaded : follow(loaded as Shown, link.to, inner);
    });
  }

  /** The path is checked by type, so that an empty field does not hide a wrong one. */
  function assertLeadsOn(type: TypeName, rest: string[]): void {
    const [field, link] = findLink(kinds.get(type)?.links ?? {}, rest) ?? [];
    if (!field || !link) throw notExpandable(path);
    const beyond = rest.slice(field.length);
    const inner = beyond[0] === "data" ? beyond.slice(1) : beyond;
    if (inner.length === 0) return;
    if (link.kind === "hidden") throw notExpandable(path);
    assertLeadsOn(link.to, inner);
  }
}

/** The link whose dotted name begins the path: `parent.subscription_details.subscription` is one link of three segments. */
function findLink(links: Record<string, Link>, segments: string[]): [string[], Link] | undefined {
  for (let length = segments.length; length > 0; length--) {
    const link = links[segments.slice(0, length).join(".")];
    if (link) return [segments.slice(0, length), link];
  }
  return undefined;
}

function load(account: Account, link: Link, value: unknown, owner: string): unknown {
  if (link.kind === "included" || link.kind === "hidden") return link.load(account, owner);
  if (link.kind === "ids" && Array.isArray(value))
    return value.map((entry) => loadById(account, link.to, entry));
  return link.kind === "id" ? loadById(account, link.to, value) : value;
}

function loadById(account: Account, type: TypeName, value: unknown): unknown {
  if (typeof value !== "string") return value;
  const row = account.objects.find(type, value);
  return row ? account.show(type, row) : (account.objects.findTombstone(type, value) ?? value);
}

function replaceAt(shown: Shown, field: string[], change: (value: unknown) => unknown): Shown {
  const [key = "", ...rest] = field;
  if (rest.length === 0) return { ...shown, [key]: change(shown[key]) };
  const child = shown[key];
  return child && typeof child === "object"
    ? { ...shown, [key]: replaceAt(child as Shown, rest, change) }
    : shown;
}

function notExpandable(path: string) {
  return refused(
    `This property cannot be expanded (${path}). You may want to try expanding another property.`,
    { param: "expand" },
  );
}
