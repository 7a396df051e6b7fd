const PATIENCE_MS = 120_000;
const PAUSE_MS = 2_000;

/**
 * Waits until a deployed shop says that it can serve: its configuration is valid and its database answers.
 * @throws Error with the last answer after two minutes; a new custom domain may take longer to get its certificate
 */
export async function waitUntilReady(origin: string): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    const last = await askHealth(`${origin}/api/health`);
    if (last === "ok") return;
    if (Date.now() > deadline)
      throw new Error(`Deployed, but ${origin}/api/health does not say ok: ${last}`);
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}

async function askHealth(url: string): Promise<string> {
  try {
    const response = await fetch(url, {
      redirect: "error",
      signal: AbortSignal.timeout(PAUSE_MS * 5),
    });
    return response.ok ? "ok" : `${response.status} ${await response.text()}`;
  } catch (error) {
    return String(error);
  }
}
