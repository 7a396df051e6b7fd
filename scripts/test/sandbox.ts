import { startSandbox } from "@gatehouse/sandbox";
import type { TestProject } from "vitest/node";
import { eventTypes } from "../../worker/stripe/event-types.ts";

/** Runs the sandbox during the tests, in memory and on a free port. */
export default async function setup(project: TestProject) {
  const sandbox = await startSandbox({
    port: 0,
    stateDir: ":memory:",
    appUrl: "http://localhost:8787",
    webhookSecret: "whsec_dGVzdHMtZGVsaXZlci1ieS1oYW5k",
    webhookEvents: [...eventTypes],
    oidcClient: { id: "gatehouse", secret: "sandbox-client-secret" },
  });
  project.provide("sandboxUrl" as never, sandbox.url as never);
  return () => sandbox.stop();
}
