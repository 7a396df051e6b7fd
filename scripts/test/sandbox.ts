import { startSandbox } from "@gatehouse/sandbox";
import type { TestProject } from "vitest/node";
import { shopSandboxOptions } from "../shop/sandbox-options.ts";

/** Runs the sandbox during the tests, in memory and on a free port. */
export default async function setup(project: TestProject) {
  const sandbox = await startSandbox(
    shopSandboxOptions({
      appUrl: "http://localhost:8787",
      webhookSecret: "whsec_dGVzdHMtZGVsaXZlci1ieS1oYW5k",
      oidcClient: { id: "gatehouse", secret: "sandbox-client-secret" },
    }),
  );
  project.provide("sandboxUrl" as never, sandbox.url as never);
  return () => sandbox.stop();
}
