import { compareCalls, toRoute } from "./compare-calls.ts";
import { findDeviations, findTypeName } from "./official-keys.ts";
import type { OfficialCall } from "./official-calls.ts";

const calls = compareCalls().filter(({ served }) => served);
const patterns = calls.map((call) => ({
  call,
  pattern: new RegExp(`^${call.path.replaceAll(":id", "[^/]+")}$`),
}));

/** Unions that the official package has a name for, by what the stand-in has of them. */
const unions: Record<string, string[]> = {
  CustomerSource: ["Card"],
  DeletedCustomerSource: ["DeletedCard"],
};

/** The routes that have answered, each with how its answers differ from the official types. */
export function createAnswerRecord() {
  const found = new Map<string, string[]>();

  /** Keeps what a route has answered. */
  function keep(method: string, url: string, body: unknown): void {
    const { pathname } = new URL(url);
    const [exact, other] = ["exact", "with an id"].map((kind) =>
      patterns.find(
        ({ call, pattern }) =>
          call.method === method &&
          (kind === "exact" ? call.path === pathname : pattern.test(pathname)),
      ),
    );
    const call = (exact ?? other)?.call;
    if (!call) return;
    const route = toRoute(call);
    found.set(route, [...(found.get(route) ?? []), ...compareAnswer(call, body)]);
  }

  return {
    /** Sends a request, and keeps the answer if it succeeds. */
    fetch: async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
      const response = await fetch(input, init);
      if (response.ok)
        keep(
          init?.method ?? "GET",
          input instanceof Request ? input.url : String(input),
          await response.clone().json(),
        );
      return response;
    },
    /** Returns how answers differ: `GET /v1/charges: charge: no key "x"`. */
    listDeviations: () =>
      [...found].flatMap(([route, deviations]) => deviations.map((text) => `${route}: ${text}`)),
    /** Returns the routes that are served and have not answered. */
    listMissing: () => calls.map(toRoute).filter((route) => !found.has(route)),
  };
}

const keysOfLists = {
  list: ["data", "has_more", "object", "url"],
  search_result: ["data", "has_more", "next_page", "object", "url"],
};

/** Returns how an answer differs from what the official package declares for a call. */
function compareAnswer({ answer }: OfficialCall, body: unknown): string[] {
  const types = answer.types.flatMap((type) => unions[type] ?? [type]);
  const shown = body as { object: string; deleted?: boolean; data?: object[] };
  if (answer.kind === "object") return compareObject(shown, types);
  const keys = Object.keys(shown).toSorted();
  return [
    ...(shown.object === answer.kind ? [] : [`a ${shown.object} instead of a ${answer.kind}`]),
    ...(String(keys) === String(keysOfLists[answer.kind]) ? [] : [`a list with ${String(keys)}`]),
    ...(shown.data ?? []).flatMap((entry) => compareObject(entry as typeof shown, types)),
  ];
}

function compareObject(shown: { object: string; deleted?: boolean }, types: string[]): string[] {
  // The type of an event depends on what it is about.
  const name = shown.object === "event" ? "Event" : findTypeName(shown.object);
  const wanted = shown.deleted ? `Deleted${name}` : name;
  const wrong = types.includes(String(wanted))
    ? []
    : [`${shown.object} instead of ${types.join(" or ")}`];
  const keys = Object.keys(shown).toSorted();
  if (shown.deleted && String(keys) !== "deleted,id,object")
    return [...wrong, `a deleted ${shown.object} with ${String(keys)}`];
  return [...wrong, ...(name === "Event" ? [] : findDeviations(shown))];
}
