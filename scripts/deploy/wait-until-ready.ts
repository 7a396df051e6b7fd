/** Longer than Cloudflare needs to reach all of its data centers, or to make the certificate of a new custom domain. */
const TIMEOUT_MS = 300_000;
const RETRY_INTERVAL_MS = 2_000;

/** What `waitUntilReady` uses of its surroundings. */
type Surroundings = {
  fetch(url: string): Promise<Response>;
  now(): number;
  sleep(milliseconds: number): Promise<unknown>;
  print(line: string): void;
};

const realSurroundings: Surroundings = {
  fetch: (url) =>
    fetch(url, { redirect: "error", signal: AbortSignal.timeout(RETRY_INTERVAL_MS * 5) }),
  now: Date.now,
  sleep: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
  print: console.log,
};

/**
 * Waits until a deployed version serves the shop and is healthy: its configuration is valid and its database responds.
 * Prints each answer that differs from the one before it.
 * @param origin the shop's scheme and host
 * @throws Error with the last answer after five minutes
 */
export async function waitUntilReady(
  origin: string,
  versionId: string,
  surroundings: Surroundings = realSurroundings,
): Promise<void> {
  const url = `${origin}/api/health`;
  const deadline = surroundings.now() + TIMEOUT_MS;
  for (let printed = ""; ;) {
    const problem = await findProblem(url, versionId, surroundings);
    if (problem === undefined) return;
    if (problem !== printed) surroundings.print(`Waiting for ${url}: ${problem}`);
    printed = problem;
    if (surroundings.now() > deadline)
      throw new Error(
        `Version ${versionId} is deployed, but ${url} is not healthy: ${problem}. To serve the version before it, run: npx wrangler rollback`,
      );
    await surroundings.sleep(RETRY_INTERVAL_MS);
  }
}

async function findProblem(
  url: string,
  versionId: string,
  surroundings: Surroundings,
): Promise<string | undefined> {
  try {
    const response = await surroundings.fetch(url);
    const text = await response.text();
    if (!response.ok) return `${response.status} ${text}`;
    const { version } = JSON.parse(text) as { version?: string };
    return version === versionId ? undefined : `version ${version ?? "unknown"} answers`;
  } catch (error) {
    return String(error);
  }
}
