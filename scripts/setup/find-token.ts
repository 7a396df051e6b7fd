import { readCredentials } from "../deploy/cloudflare-api.ts";
import type { Surroundings } from "./surroundings.ts";

/**
 * Returns the token of the answers, or the one of `wrangler login`.
 * @returns undefined if there is neither; a global key has no rights that could be checked
 */
export async function findCloudflareToken(
  answers: { CLOUDFLARE_API_TOKEN?: string | undefined },
  runner: Surroundings["runner"],
): Promise<string | undefined> {
  const found = await readCredentials(runner, answers);
  return found && "token" in found ? found.token : undefined;
}
