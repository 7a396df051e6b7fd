import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { expect, test } from "vitest";
import { withSecretsFile } from "./secrets-file.ts";

/** A process that holds a file with secrets, prints its path, and then waits for ever. */
const holding = `
  const { withSecretsFile } = await import("./scripts/deploy/secrets-file.ts");
  await withSecretsFile({ TOKEN: "hush" }, async (path) => {
    process.stdout.write(path);
    await new Promise((resolve) => setTimeout(resolve, 600_000));
  });
`;

test.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)(
  "a deployment that is ended by %s leaves no file with secrets",
  async (signal) => {
    const child = spawn(process.execPath, ["--input-type=module", "--eval", holding], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const ended = once(child, "exit") as Promise<[number | null, string | null]>;
    const [path] = (await once(child.stdout.setEncoding("utf8"), "data")) as [string];
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(dirname(path)).mode & 0o777).toBe(0o700);
    child.kill(signal);
    // The caller sees the signal, as if nothing had listened.
    expect(await ended).toEqual([null, signal]);
    expect(existsSync(dirname(path))).toBe(false);
  },
);

test("nothing listens for signals after the file is deleted, also after an error", async () => {
  const count = () =>
    ["SIGINT", "SIGTERM", "SIGHUP", "exit"].map((each) => process.listenerCount(each));
  const before = count();
  const failing = withSecretsFile({}, async () => {
    expect(count()).not.toEqual(before);
    throw new Error("refused");
  });
  await expect(failing).rejects.toThrow("refused");
  expect(count()).toEqual(before);
});
