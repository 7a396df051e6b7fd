import { getQueryParams } from "hono/utils/url";
import type { z } from "zod";
import type { Ctx } from "../../context.ts";
import { doubt } from "../../db/replicas.ts";
import { answerJsonText, frequentCall } from "../../http/frequent-call.ts";
import { toAddress } from "../../identity/customer-address.ts";
import { useApiKey } from "../../identity/keys/use-key.ts";
import { assertScope, hashSentKey } from "../protocol/api-key.ts";
import { askForKey, nameRequest } from "../protocol/conventions.ts";
import { countForKey, writeRateLimit } from "../protocol/key-limit.ts";
import { readKeyAndEntitlement } from "./check.query.ts";
import { checkQuery } from "./schema.ts";

export const SCOPE = "entitlements:read";

/**
 * Checks one feature for the program that has the key of this hash.
 * @returns the answer in JSON
 * @throws what `useApiKey` and `assertScope` throw
 */
export async function checkFeature(
  ctx: Ctx,
  keyHash: string,
  { feature, ...fields }: z.output<typeof checkQuery>,
): Promise<string> {
  const address = toAddress(fields)!;
  const { key, entitlement } = await readKeyAndEntitlement(ctx, { keyHash, address, feature });
  assertScope({ actor: useApiKey(ctx, key) }, SCOPE);
  if (entitlement.includes('"allowed":false')) doubt(ctx.db);
  return entitlement;
}

/** As the client sends it. `checkQuery` accepts all that matches, and takes a while for it. */
const USUAL_QUERY = /^[^?]*\?feature=([a-z0-9_-]{1,100})&customer=(usr_[0-9a-z]{26})$/;

/** Returns the query as `validate` reads it; undefined if it is refused. */
function readQuery(url: string): z.output<typeof checkQuery> | undefined {
  const sent = Object.entries(getQueryParams(url) as Record<string, string[]>);
  const single = sent.map(([name, values]) => [name, values.length === 1 ? values[0] : values]);
  return checkQuery.safeParse(Object.fromEntries(single)).data;
}

/** `GET /api/v1/entitlements/check`. */
export const checkCall = frequentCall({
  method: "GET",
  path: "/api/v1/entitlements/check",
  hasQuery: true,
  isVisit: true,
  async read(request, ctx) {
    const { url } = request;
    const [, feature, customer] = USUAL_QUERY.exec(url) ?? [];
    const query = feature && customer ? { feature, customer } : readQuery(url);
    return query && { query, keyHash: await hashSentKey(request.headers, url, ctx) };
  },
  async answer(ctx, env, { keyHash, query }) {
    await countForKey(env, { now: ctx.now, keyHash });
    return answerJsonText(await checkFeature(ctx, keyHash, query));
  },
  finish(response, ctx, { keyHash }) {
    writeRateLimit(response, { now: ctx.now, keyHash });
    askForKey(response);
    nameRequest(response.headers, ctx);
  },
});
