const TIMEOUT_MS = 120_000;
const RETRY_INTERVAL_MS = 2_000;

/**
 * Waits until a deployed shop is healthy: its configuration is valid and its database responds.
 * @throws Error with the last response after two minutes; the certificate of a new custom domain may take longer
 */
export async function waitUntilReady(origin: string): Promise<void> {
  const deadline = Date.now() + TIMEOUT_MS;
  for (;;) {
    const last = await checkHealth(`${origin}/api/health`);
    if (last === "ok") return;
    if (Date.now() > deadline)
      throw new Error(`Deployed, but ${origin}/api/health is not healthy: ${last}`);
    await new Promise((resolve) => setTimeout(resolve, RETRY_INTERVAL_MS));
  }
}

async function checkHealth(url: string): Promise<string> {
  try {
    const response = await fetch(url, {
      redirect: "error",
      signal: AbortSignal.timeout(RETRY_INTERVAL_MS * 5),
    });
    return response.ok ? "ok" : `${response.status} ${await response.text()}`;
  } catch (error) {
    return String(error);
  }
}
