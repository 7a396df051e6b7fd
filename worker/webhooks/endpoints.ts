import { editConflict } from "../audit/edit-conflict.ts";
import { recordChange } from "../audit/record-change.ts";
import { identifyActor, type Ctx } from "../context.ts";
import { commit } from "../db/client.ts";
import { reportTeamChange } from "../email/team/report-team-change.ts";
import { fail, failAt } from "../errors.ts";
import { eventTypes } from "../feed/event-types.ts";
import { newId } from "../lib/ids.ts";
import { findChangedFields } from "../lib/rows.ts";
import { SECOND } from "../lib/time.ts";
import { encryptSecret, newEndpointSecret } from "./endpoint-secret.ts";
import { findUrlProblem } from "./endpoint-url.ts";
import { enqueueWebhooks } from "./enqueue-webhooks.ts";
import type { EndpointChanges, NewEndpoint } from "./schema.ts";
import { expediteRetries } from "./store-deliveries.ts";
import {
  assertEndpointUnchanged,
  countEndpoints,
  findEndpointRow,
  insertEndpoint,
  listEndpointRows,
  removeEndpoint,
  updateEndpoint,
  type EndpointRow,
} from "./store-endpoints.ts";
import { toWireEndpoint, type WireEndpoint } from "./wire-endpoint.ts";

const MAX_ENDPOINTS = 20;

/** Lists the endpoints of the shop's mode, oldest first. There are at most 20. */
export async function listEndpoints(ctx: Ctx): Promise<WireEndpoint[]> {
  const rows = await listEndpointRows(ctx.db, ctx.config.stripe.mode);
  return rows.map((row) => toWireEndpoint(row, ctx.now));
}

/** Returns one endpoint. @throws `not_found` */
export async function showEndpoint(ctx: Ctx, input: { id: string }): Promise<WireEndpoint> {
  return toWireEndpoint(await requireEndpoint(ctx, input.id), ctx.now);
}

/**
 * Returns the row of an endpoint of the shop's mode.
 * @throws `not_found`
 */
export async function requireEndpoint(ctx: Ctx, id: string): Promise<EndpointRow> {
  const row = await findEndpointRow(ctx.db, ctx.config.stripe.mode, id);
  if (!row) throw fail("not_found", { reason: "no such webhook endpoint" });
  return row;
}

/**
 * Creates an endpoint, which gets the events from now on.
 * @returns it with its secret, which is shown only this once
 * @throws `invalid_input` for a URL that is not allowed, `too_many_endpoints`; `insufficient_scope` if an API key may
 *   not read what the endpoint would get
 */
export async function createEndpoint(
  ctx: Ctx,
  input: NewEndpoint,
): Promise<WireEndpoint & { secret: string }> {
  const { db, now } = ctx;
  const { mode } = ctx.config.stripe;
  assertUrlAllowed(ctx, input.url);
  assertTypesReadable(ctx, input.types);
  if ((await countEndpoints(db, mode)) >= MAX_ENDPOINTS) throw fail("too_many_endpoints");
  const secret = newEndpointSecret();
  const id = newId("whe", now);
  await commit(db, [
    insertEndpoint(db, {
      ...input,
      id,
      mode,
      status: "enabled",
      secret: encryptSecret(ctx, secret),
      createdBy: identifyActor(ctx).id,
      createdAt: now,
      updatedAt: now,
    }),
    recordChange(ctx, { action: "webhook_endpoint.created", targetId: id, after: input }),
  ]);
  await reportEndpoint(ctx, { id, ...input });
  return { ...(await showEndpoint(ctx, { id })), secret };
}

/**
 * Changes an endpoint. Enabling it again delivers everything that it missed.
 * @param input.version `updatedAt` of what the edit began from; without it, the endpoint is changed in any case
 * @throws `not_found`, `invalid_input` for a URL that is not allowed, `insufficient_scope` as `createEndpoint`,
 *   `edit_conflict` if it was changed since
 */
export async function editEndpoint(
  ctx: Ctx,
  input: { id: string; changes: EndpointChanges; version?: string | undefined },
): Promise<WireEndpoint> {
  const { db, now } = ctx;
  const before = await requireEndpoint(ctx, input.id);
  const { version = toWireEndpoint(before, now).updatedAt } = input;
  const isCurrent = (row: EndpointRow) => toWireEndpoint(row, now).updatedAt === version;
  if (!isCurrent(before)) throw await editConflict(ctx, { targetId: input.id });
  if (input.changes.url !== undefined) assertUrlAllowed(ctx, input.changes.url);
  const fields = {
    url: input.changes.url ?? before.url,
    description: input.changes.description ?? before.description,
    types: input.changes.types ?? before.types,
    status: input.changes.status ?? before.status,
  };
  const changed = findChangedFields(
    { ...before, types: before.types.join() },
    { ...fields, types: fields.types.join() },
  ) as (keyof typeof fields)[];
  if (changed.length === 0) return toWireEndpoint(before, now);
  if (changed.includes("url") || changed.includes("types")) assertTypesReadable(ctx, fields.types);
  const pick = (row: typeof fields) => Object.fromEntries(changed.map((key) => [key, row[key]]));
  const isEnabled = fields.status === "enabled";
  const written = commit(db, [
    ...(input.version === undefined ? [] : [assertEndpointUnchanged(before)]),
    updateEndpoint(db, input.id, {
      ...fields,
      ...(changed.includes("status") && { statusReason: isEnabled ? null : "manual" }),
      // The endpoint may work again, so what is due is attempted now.
      ...(isEnabled && { failingSince: null, blockedUntil: 0 }),
      // Always later than before, so that two edits in one millisecond differ.
      updatedAt: Math.max(now, before.updatedAt + 1),
    }),
    ...(isEnabled ? [expediteRetries(input.id, now)] : []),
    recordChange(ctx, {
      action: "webhook_endpoint.updated",
      targetId: input.id,
      before: pick(before),
      after: pick(fields),
    }),
  ]);
  await written.catch(async (cause: unknown) => {
    const isConflict = !isCurrent(await requireEndpoint(ctx, input.id));
    throw isConflict ? await editConflict(ctx, { targetId: input.id, cause }) : cause;
  });
  if (changed.includes("url") || changed.includes("types"))
    await reportEndpoint(ctx, { id: input.id, ...fields });
  if (isEnabled) await enqueueWebhooks(ctx);
  return showEndpoint(ctx, input);
}

/** Tells the owners where every event goes now, which is where all data of all customers goes. */
async function reportEndpoint(
  ctx: Ctx,
  { id, url, types }: { id: string; url: string; types: string[] },
): Promise<void> {
  if (types.includes("*")) await reportTeamChange(ctx, { event: "endpoint", id, what: url });
}

/** Deletes an endpoint with its deliveries. @throws `not_found` */
export async function deleteEndpoint(ctx: Ctx, input: { id: string }): Promise<void> {
  const { url, types } = await requireEndpoint(ctx, input.id);
  await commit(ctx.db, [
    removeEndpoint(ctx.db, input.id),
    recordChange(ctx, {
      action: "webhook_endpoint.deleted",
      targetId: input.id,
      before: { url, types },
    }),
  ]);
}

/**
 * Gives an endpoint a new secret. For the overlap, each message has a signature with the previous one too.
 * @returns the new secret, which is shown only this once
 * @throws `not_found`
 */
export async function rollSecret(
  ctx: Ctx,
  input: { id: string; overlapSeconds: number },
): Promise<WireEndpoint & { secret: string }> {
  const { db, now } = ctx;
  const { secret: previousSecret } = await requireEndpoint(ctx, input.id);
  const secret = newEndpointSecret();
  const overlapMs = input.overlapSeconds * SECOND;
  await commit(db, [
    updateEndpoint(db, input.id, {
      secret: encryptSecret(ctx, secret),
      previousSecret: overlapMs > 0 ? previousSecret : null,
      previousSecretUntil: overlapMs > 0 ? now + overlapMs : null,
      updatedAt: now,
    }),
    recordChange(ctx, {
      action: "webhook_endpoint.secret_rolled",
      targetId: input.id,
      after: { overlapSeconds: input.overlapSeconds },
    }),
  ]);
  return { ...(await showEndpoint(ctx, input)), secret };
}

/** An API key sends nowhere what it may not read itself: each type of event needs the scope of its object. */
function assertTypesReadable({ actor }: Ctx, types: string[]): void {
  if (actor.type !== "key") return;
  const needed = (types.includes("*") ? eventTypes : types).map(
    (type) => `${type.split(".")[0]}s:read`,
  );
  const missing = [...new Set(needed)].filter((scope) => !actor.scopes.includes(scope));
  if (missing.length > 0)
    throw fail("insufficient_scope", {
      detail: `An endpoint for these events needs the ${missing.length === 1 ? "scope" : "scopes"} ${missing.join(", ")}.`,
      reason: missing.join(),
    });
}

function assertUrlAllowed(ctx: Ctx, url: string): void {
  const message = findUrlProblem(url, ctx.config.origin);
  if (message !== null) throw failAt("url", message);
}
