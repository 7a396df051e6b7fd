import { buildFrontend, buildWorker } from "../shop/parts.ts";

/** Not `dist`: other commands build and serve that. */
const OWN_BUILD = ".wrangler/deployable";

/**
 * Returns the directory of a built shop, with `client` and `worker`: what the checks of this run have built, which
 * `E2E_BUILD` names, or a build of its own.
 */
export async function buildShopForTests(): Promise<string> {
  const built = process.env["E2E_BUILD"];
  if (built) return built;
  await buildFrontend(OWN_BUILD);
  await buildWorker(OWN_BUILD);
  return OWN_BUILD;
}
