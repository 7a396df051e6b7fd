import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { FlagError, readFlags } from "./read-flags.ts";

function writeConfig(text: string): string {
  const dir = mkdtempSync(join(tmpdir(), "sandbox-flags-"));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  writeFileSync(join(dir, "sandbox.json"), text);
  return join(dir, "sandbox.json");
}

test("without flags, the sandbox listens on 8788 of this machine and keeps nothing", () => {
  expect(readFlags([])).toEqual({
    port: 8788,
    host: "127.0.0.1",
    stateDir: ":memory:",
    appUrl: undefined,
    clients: [],
    webhook: undefined,
  });
});

test("each redirect and event that a flag names is registered", () => {
  const one = "http://localhost:3000/callback";
  const two = "http://localhost:3001/callback";
  const flags = ["--redirect", one, "--redirect", two, "--webhook", "http://localhost:3000/hook"];
  expect(
    readFlags([...flags, "--webhook-event", "invoice.paid", "--port", "0", "--state", "x"]),
  ).toMatchObject({
    port: 0,
    stateDir: "x",
    clients: [{ id: "app", secret: "sandbox-secret", redirectUris: [one, two] }],
    webhook: {
      url: "http://localhost:3000/hook",
      secret: "whsec_sandbox",
      events: ["invoice.paid"],
    },
  });
});

test("an empty client secret makes a public client", () => {
  const options = readFlags(["--redirect", "http://localhost:3000/", "--client-secret", ""]);
  expect(options).toMatchObject({ clients: [{ id: "app" }] });
  expect(JSON.stringify(options)).not.toContain("secret");
});

test("a flag wins over the config file, which has what flags cannot say", () => {
  const clients = [
    { id: "one", redirectUris: ["http://localhost:3000/"] },
    { id: "two", redirectUris: ["http://localhost:3001/"] },
  ];
  const file = writeConfig(
    JSON.stringify({ port: 1, clients, webhook: { url: "http://a/", secret: "whsec_a" } }),
  );
  expect(readFlags(["--config", file, "--port", "2"])).toMatchObject({
    port: 2,
    clients,
    webhook: { url: "http://a/", secret: "whsec_a" },
  });
});

test.each([
  [["--prot", "1"], "--prot"],
  [["--port", "many"], "many"],
  [["--port"], "--port"],
  [["--config", "/nothing/here.json"], "/nothing/here.json"],
])("the arguments %j are refused with a message that names the problem", (args, named) => {
  expect(() => readFlags(args)).toThrow(FlagError);
  expect(() => readFlags(args)).toThrow(named);
});
