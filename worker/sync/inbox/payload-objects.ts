import type { Ctx } from "../../context.ts";
import type { Mode } from "../../config/config.ts";
import { keptMsOf } from "../../db/old-rows.ts";
import { fail } from "../../errors.ts";
import { DAY } from "../../lib/time.ts";
import { readLines, writeLines } from "../../stored-lines.ts";
import type { EventPayload, PayloadErasure } from "./store-payloads.ts";

/** Where the payloads are in the bucket. The rest of a key is the mode, the day and the name of the object. */
const PREFIX = "stripe-events";

/** One line of an object. */
type Line = { id: string; payload: string };

/** An event as far as it says where its payload is. */
type EventPlace = Pick<EventPayload, "id" | "mode" | "receivedAt">;

/** Days whose objects are listed and read at the same time. */
const CONCURRENCY = 5;
/** What R2 lists and deletes at once. */
const PAGE_SIZE = 1000;

/**
 * Returns when the payload of an event is removed because of its age: at the end of the day, in UTC, on which the last
 * payload of its own day is `EVENT_PAYLOAD_DAYS` old. An event that is deleted before then can't show it any longer.
 */
export function payloadExpiryOf(ctx: Ctx, { receivedAt }: { receivedAt: number }): number {
  const [kept, eventKept] = (["stripe_payloads", "stripe_events"] as const).map((kind) =>
    keptMsOf(kind, ctx.config),
  );
  return (Math.floor(receivedAt / DAY) + 1) * DAY + Math.min(kept!, eventKept!);
}

/**
 * Writes payloads of one mode and day as one object. Writing the same positions again changes nothing.
 * @param payloads in the order of their positions, at least one
 * @throws `unavailable` if R2 does not answer
 */
export async function writePayloads(
  ctx: Ctx,
  payloads: (EventPayload & { position: number })[],
): Promise<void> {
  const times = payloads.map(({ receivedAt }) => receivedAt);
  const name = [
    Math.min(...times),
    Math.max(...times),
    payloads[0]!.position,
    payloads.at(-1)!.position,
  ];
  // Exists only if an earlier run wrote it and could not say so: then it has these lines.
  await writeLines(ctx.files, {
    key: `${prefixOf(payloads[0]!)}${name.join("-")}.ndjson.gz`,
    lines: payloads.map(({ id, payload }): Line => ({ id, payload })),
    etag: null,
  });
}

/**
 * Reads payloads from R2, by the ids of their events. Those that are not there are left out.
 * @throws `unavailable` if R2 does not answer
 */
export async function readPayloads(ctx: Ctx, events: EventPlace[]): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  await forEachObject(ctx, events, async ({ key, ids }) => {
    const stored = await readLines<Line>(ctx.files, key);
    for (const { id, payload } of stored?.lines ?? []) if (ids.has(id)) found.set(id, payload);
  });
  return found;
}

/**
 * Erases payloads in R2: rewrites the objects that have them, or deletes those that have no others. Can be repeated.
 * @throws `unavailable` if R2 does not answer
 */
export async function erasePayloadsInObjects(ctx: Ctx, events: PayloadErasure[]): Promise<void> {
  await forEachObject(ctx, events, async ({ key, ids }) => {
    const stored = await readLines<Line>(ctx.files, key);
    if (!stored) return;
    const lines = stored.lines.filter(({ id }) => !ids.has(id));
    if (lines.length === stored.lines.length) return;
    if (lines.length === 0) await deleteObjects(ctx, [key]);
    else if (!(await writeLines(ctx.files, { key, lines, etag: stored.etag })))
      throw fail("unavailable", { reason: `${key} was changed while payloads were erased` });
  });
}

/**
 * Deletes the objects of days that have expired, oldest first.
 * @param input.pages how many pages of 1000 objects to delete at most, for each mode
 * @returns how many objects were deleted
 * @throws `unavailable` if R2 does not answer
 */
export async function deleteExpiredObjects(ctx: Ctx, input: { pages: number }): Promise<number> {
  let deleted = 0;
  for (const mode of ["test", "live"] as const)
    for (let page = 0; page < input.pages; page++) {
      const keys = await listOldestKeys(ctx, mode, PAGE_SIZE);
      const expired = keys.filter((key) => expiryOfKey(ctx, key) <= ctx.now);
      if (expired.length > 0) await deleteObjects(ctx, expired);
      deleted += expired.length;
      if (expired.length < PAGE_SIZE) break;
    }
  return deleted;
}

/**
 * Returns when the oldest object should have been deleted, or will have to be; null if there is none.
 * @throws `unavailable` if R2 does not answer
 */
export async function findFirstExpiry(ctx: Ctx): Promise<number | null> {
  const keys = [
    ...(await listOldestKeys(ctx, "test", 1)),
    ...(await listOldestKeys(ctx, "live", 1)),
  ];
  return keys.length === 0 ? null : Math.min(...keys.map((key) => expiryOfKey(ctx, key)));
}

/** Calls `work` for each object that may have one of these events, with the ids of those. */
async function forEachObject(
  ctx: Ctx,
  events: EventPlace[],
  work: (object: { key: string; ids: Set<string> }) => Promise<void>,
): Promise<void> {
  const days = [...Map.groupBy(events, prefixOf)];
  for (let at = 0; at < days.length; at += CONCURRENCY)
    await Promise.all(
      days.slice(at, at + CONCURRENCY).map(async ([prefix, ofDay]) => {
        for (const key of await listKeys(ctx, prefix)) {
          const [from = 0, to = 0] = key.slice(prefix.length).split("-").map(Number);
          const inside = ofDay.filter(({ receivedAt: time }) => from <= time && time <= to);
          if (inside.length > 0) await work({ key, ids: new Set(inside.map(({ id }) => id)) });
        }
      }),
    );
}

const prefixOf = ({ mode, receivedAt }: Omit<EventPlace, "id">): string =>
  `${PREFIX}/${mode}/${new Date(receivedAt).toISOString().slice(0, 10)}/`;

function expiryOfKey(ctx: Ctx, key: string): number {
  return payloadExpiryOf(ctx, { receivedAt: Date.parse(key.split("/")[2] ?? "") });
}

async function listKeys(ctx: Ctx, prefix: string): Promise<string[]> {
  const keys: string[] = [];
  for (let cursor: string | undefined; ;) {
    const listed = await list(ctx, { prefix, ...(cursor === undefined ? {} : { cursor }) });
    keys.push(...listed.objects.map(({ key }) => key));
    if (!listed.truncated) return keys;
    cursor = listed.cursor;
  }
}

async function listOldestKeys(ctx: Ctx, mode: Mode, limit: number): Promise<string[]> {
  const listed = await list(ctx, { prefix: `${PREFIX}/${mode}/`, limit });
  return listed.objects.map(({ key }) => key);
}

async function list(ctx: Ctx, options: R2ListOptions): Promise<R2Objects> {
  try {
    return await ctx.files.list(options);
  } catch (error) {
    throw fail("unavailable", { reason: "R2 could not list payloads", cause: error });
  }
}

async function deleteObjects(ctx: Ctx, keys: string[]): Promise<void> {
  try {
    await ctx.files.delete(keys);
  } catch (error) {
    throw fail("unavailable", { reason: "R2 could not delete payloads", cause: error });
  }
}
