import { randomUUID } from "node:crypto";
import { Hono } from "hono";
import { type Account, type Binding, toBucketId } from "./account.ts";
import { answer, ApiError } from "./envelope.ts";
import type { Resource, Storage } from "./storage.ts";

/** The previews that wrangler's remote bindings use: each token stands for the bindings of one Worker. */
export type EdgePreviews = {
  routes: Hono;
  /** Returns where the bindings of a preview are. @throws ApiError if the token is unknown */
  find(token: string): URL;
};

/**
 * Creates the previews of an account. Wrangler uploads a Worker that only passes requests on to its bindings, in Miniflare's
 * own protocol (`startRemoteProxySession`). The storage speaks the same protocol, so that Worker itself need not run.
 */
export function createEdgePreviews(account: Account, storage: Storage): EdgePreviews {
  const previews = new Map<string, URL>();
  const routes = new Hono()
    .get("/subdomain/edge-preview", (c) => answer(c, { token: randomUUID() }))
    .post("/scripts/:script/edge-preview", async (c) => {
      const form = await c.req.raw.formData();
      const part = form.get("metadata");
      const metadata = JSON.parse(typeof part === "string" ? part : ((await part?.text()) ?? "{}"));
      const bindings = (metadata as { bindings?: Binding[] }).bindings ?? [];
      if (bindings.some((binding) => binding["raw"] !== true))
        throw new ApiError(501, 10021, "The stand-in previews nothing but remote bindings");
      const resources = bindings.map(
        (binding) => [binding.name, toResource(account, binding)] as const,
      );
      const token = randomUUID();
      previews.set(token, storage.connect(Object.fromEntries(resources)));
      return answer(c, { preview_token: token });
    });
  return {
    routes,
    find(token) {
      const url = previews.get(token);
      if (!url) throw new ApiError(400, 1031, "Invalid Workers Preview configuration");
      return url;
    },
  };
}

function toResource(account: Account, binding: Binding): Resource {
  if (binding.type === "d1") {
    const id = String(binding["id"]);
    if (!account.databases.has(id))
      throw new ApiError(
        400,
        10181,
        `D1 binding '${binding.name}' references database '${id}' which was not found.`,
      );
    return { kind: "d1", id };
  }
  if (binding.type === "r2_bucket") {
    const jurisdiction = String(binding["jurisdiction"] ?? "default");
    const id = toBucketId(jurisdiction, String(binding["bucket_name"]));
    if (!account.buckets.has(id))
      throw new ApiError(
        400,
        10085,
        `R2 bucket '${String(binding["bucket_name"])}' not found. Please use a different name and try again.`,
      );
    return { kind: "r2", id };
  }
  throw new ApiError(501, 10021, `The stand-in has no remote bindings of type ${binding.type}`);
}
