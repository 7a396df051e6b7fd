import { Hono, type Context } from "hono";
import { z } from "zod";
import type { Account } from "../stripe/account.ts";
import type { Fault } from "../stripe/protocol/faults.ts";
import { patchOperation } from "../stripe/protocol/json-patch.ts";
import type { StandIn } from "../stripe/stand-in.ts";
import { parseBody } from "./parse-body.ts";

const callPattern = z
  .string()
  .regex(/^(GET|POST|DELETE|\*) \/\S*$/, "Write a method and a path, such as `POST /v1/refunds`.");
const faultBody = z
  .strictObject({
    match: callPattern,
    /** `0` removes the fault with the same `match`. */
    times: z.int().min(0).default(1),
    status: z.int().min(400).max(599).nullable().default(null),
    afterCommit: z.boolean().default(false),
    delayMs: z.int().min(0).max(60_000).default(0),
    hold: z.boolean().default(false),
    drop: z.boolean().default(false),
    capture: z.boolean().default(false),
    body: z.json().optional(),
    patch: z.array(patchOperation).min(1).optional(),
  })
  .refine(
    (fault) => fault.times === 0 || doesAnything(fault),
    "Give a `status`, a `delayMs`, `hold`, `drop`, `capture`, a `body` or a `patch`.",
  )
  .refine(
    (fault) =>
      !fault.match.includes(" /mail/") || !doesAnything({ ...fault, status: null, delayMs: 0 }),
    "Requests to `/mail` can only fail with a `status` or be late by `delayMs`.",
  );
const releaseBody = z.strictObject({ match: callPattern.optional() });

/** How long `GET /_sandbox/faults/held` waits. */
const heldTimeoutMs = 10_000;

/** Whether a fault would change what happens to a request. */
function doesAnything(fault: Partial<Fault>): boolean {
  const { status, delayMs, hold, drop, capture, body, patch } = fault;
  const isChanged = body !== undefined || patch !== undefined;
  return Boolean(status || delayMs || hold || drop || capture) || isChanged;
}

/**
 * Creates the controls that fail, hold, drop, change and capture requests of the app.
 * @param accountOf returns the account that a request of the control API is about
 */
export function createFaultControls(standIn: StandIn, accountOf: (c: Context) => Account): Hono {
  const control = new Hono();
  control.post("/faults", async (c) => {
    const fault = await parseBody(c, faultBody);
    standIn.faults.add(accountOf(c).key, fault);
    return c.json(fault);
  });
  control.get("/faults", (c) => {
    const { key } = accountOf(c);
    return c.json({ faults: standIn.faults.list(key), held: standIn.faults.listHeld(key) });
  });
  control.get("/faults/held", async (c) => {
    const match = callPattern.parse(c.req.query("match"));
    const held = await standIn.faults.waitForHeld(accountOf(c).key, match, heldTimeoutMs);
    return held ? c.json(held) : c.json({ error: "No request was held in time." }, 404);
  });
  control.post("/faults/release", async (c) => {
    const { match } = await parseBody(c, releaseBody);
    return c.json({ released: standIn.faults.release(accountOf(c).key, match) });
  });
  control.get("/captures", (c) =>
    c.json({ captured: standIn.faults.listCaptured(accountOf(c).key) }),
  );
  return control;
}
