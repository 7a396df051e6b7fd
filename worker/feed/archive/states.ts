import { deflateRawSync, inflateRawSync } from "node:zlib";

/**
 * An archived state of an object, as far as the history of a purchase shows it. `batch` is the same for objects that
 * changed in one batch; `at` is in unix milliseconds.
 */
export type ArchivedState = {
  sequence: number;
  at: number;
  actorType: "user" | "key" | "system";
  actorId: string;
  batch: string;
  data: Record<string, unknown>;
};

/** The fields of each kind of object that its history shows. None is personal data. */
const shownFields: Record<string, string[]> = {
  order: [
    "status",
    "createdAt",
    "paidAt",
    "currency",
    "quantity",
    "totalMinor",
    "refundedMinor",
    "refundedAt",
    "duplicateOf",
    "disputeStatus",
    "disputedAt",
  ],
  subscription: [
    "status",
    "items",
    "createdAt",
    "currentPeriodStart",
    "currentPeriodEnd",
    "trialStart",
    "trialEnd",
    "cancelAt",
    "canceledAt",
    "endedAt",
    "cancellationFeedback",
    "pause",
    "pastDueSince",
    "writtenOffAt",
    "duplicateOf",
    "disputeStatus",
  ],
  gift: ["status"],
  grant: ["grantedAt", "revokedAt"],
  license: ["status"],
};

/** Devices are no part of the history. */
const hiddenTypes = new Set(["license.activated", "license.deactivated"]);

/** Returns what the history shows of an event's object; null if it shows nothing of it. */
export function toShownData(event: { type: string; data: string }): ArchivedState["data"] | null {
  const fields = shownFields[event.type.split(".")[0] ?? ""];
  if (!fields || hiddenTypes.has(event.type)) return null;
  const data = JSON.parse(event.data) as Record<string, unknown>;
  return Object.fromEntries(fields.flatMap((name) => (name in data ? [[name, data[name]]] : [])));
}

/** Names the batch that an event was recorded in, in few characters. */
export const toBatch = (requestId: string, at: number): string => `${requestId.slice(-6)} ${at}`;

/** States that are longer are compressed: for fewer characters it is not worth the time of reading. */
const MAX_PLAIN_LENGTH = 150;

type Packed = [
  sequence: number,
  at: number,
  actorType: string,
  actorId: string,
  request: string,
  changed: ArchivedState["data"],
];

/**
 * Returns the states of one object as the database keeps them: each as the fields that differ from the one before.
 * States that show nothing new are left out.
 * @param states in any order
 * @returns JSON, or compressed JSON in hexadecimal
 */
export function packStates(states: ArchivedState[]): string {
  const packed: Packed[] = [];
  let before: ArchivedState["data"] = {};
  for (const state of states.toSorted((a, b) => a.sequence - b.sequence)) {
    const changed = Object.fromEntries(
      Object.entries(state.data).filter(
        ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name]),
      ),
    );
    if (Object.keys(changed).length === 0) continue;
    const { sequence, at, actorType, actorId, batch, data } = state;
    packed.push([sequence, at, actorType, actorId, batch.split(" ")[0] ?? "", changed]);
    before = data;
  }
  const text = JSON.stringify(packed);
  return text.length <= MAX_PLAIN_LENGTH ? text : deflateRawSync(text).toString("hex");
}

/** Returns the states that `packStates` packed, oldest first. */
export function unpackStates(packed: string): ArchivedState[] {
  const text = packed.startsWith("[")
    ? packed
    : inflateRawSync(Buffer.from(packed, "hex")).toString();
  let data: ArchivedState["data"] = {};
  return (JSON.parse(text) as Packed[]).map(
    ([sequence, at, actorType, actorId, request, changed]) => {
      data = { ...data, ...changed };
      return {
        sequence,
        at,
        actorType: actorType as ArchivedState["actorType"],
        actorId,
        batch: `${request} ${at}`,
        data,
      };
    },
  );
}
