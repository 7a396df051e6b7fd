import type { TestProject } from "vitest/node";
import { startSandbox } from "../packages/sandbox/main.ts";

/** Runs the sandbox beside the tests, in memory, at a port of its own. */
export default async function setup(project: TestProject) {
  const sandbox = await startSandbox({
    port: 0,
    stateDir: ":memory:",
    appUrl: "http://localhost:8787",
    webhookSecret: "whsec_dGVzdHMtZGVsaXZlci1ieS1oYW5k",
    oidcClient: { id: "gatehouse", secret: "sandbox-client-secret" },
  });
  project.provide("sandboxUrl" as never, sandbox.url as never);
  return () => sandbox.stop();
}
