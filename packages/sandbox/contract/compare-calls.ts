import { features } from "../stripe/features.ts";
import type { Endpoint } from "../stripe/feature.ts";
import { readOfficialCalls, type OfficialCall } from "./official-calls.ts";

/** A call of the official package, and what the stand-in makes of it. */
export interface ComparedCall extends OfficialCall {
  /** Null if the stand-in refuses the call. */
  served: { params: string[] } | null;
}

/** Returns the routes of the stand-in as the official package writes them: `GET /v1/prices/:id`. */
export function listServedRoutes(): Map<string, string[]> {
  const endpoints = features.flatMap((feature) => feature.endpoints ?? []);
  return new Map(endpoints.map((endpoint) => [toRoute(endpoint), readParamNames(endpoint)]));
}

/** Returns every call of the official package. */
export function compareCalls(): ComparedCall[] {
  const served = listServedRoutes();
  return readOfficialCalls().map((call) => {
    const params = served.get(toRoute(call));
    return { ...call, served: params ? { params } : null };
  });
}

export const toRoute = ({ method, path }: Pick<Endpoint, "method" | "path"> | OfficialCall) =>
  `${method} ${path.replaceAll(/:\w+/g, ":id")}`;

function readParamNames({ params, method, path }: Endpoint): string[] {
  if (!("shape" in params)) throw new Error(`The parameters of ${method} ${path} are no object.`);
  return Object.keys(params.shape as object).toSorted();
}
