import type { EndpointRow } from "./store-endpoints.ts";
import { toIsoTime } from "../lib/time.ts";

/** An endpoint as the API and the console show it: without its secrets. */
export type WireEndpoint = {
  id: string;
  url: string;
  description: string;
  types: string[];
  /** `paused` after failing for five days, `disabled` by the seller or by the endpoint itself. */
  status: "enabled" | "disabled" | "paused";
  /** `manual`, `failing`, `gone` or `secret_unreadable`; null while it is enabled. */
  statusReason: string | null;
  /** Since when every attempt has failed; null if the latest one succeeded. */
  failingSince: string | null;
  /** Until when the previous secret signs too; null if no roll is in progress. */
  previousSecretExpiresAt: string | null;
  /** A user's or an API key's id; null if an older version of the shop created it. */
  createdBy: string | null;
  createdAt: string;
  updatedAt: string;
};

/** Returns an endpoint for the API and the console. @param now Unix milliseconds */
export function toWireEndpoint(row: EndpointRow, now: number): WireEndpoint {
  const { id, url, description, types, status, statusReason, previousSecretUntil } = row;
  const isRolling = previousSecretUntil !== null && previousSecretUntil > now;
  return {
    id,
    url,
    description,
    types,
    status,
    statusReason,
    failingSince: toIsoTime(row.failingSince),
    previousSecretExpiresAt: isRolling ? toIsoTime(previousSecretUntil) : null,
    createdBy: row.createdBy,
    createdAt: toIsoTime(row.createdAt),
    updatedAt: toIsoTime(row.updatedAt),
  };
}
