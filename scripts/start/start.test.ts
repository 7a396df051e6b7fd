import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, test } from "vitest";
import { getStateDir, readPorts, requireFreePorts } from "../shop/ports.ts";
import { forgetRunningWorker, noteRunningWorker, stopLeftWorker } from "../shop/running-worker.ts";

/** Runs a script as `npm run` does, and returns what it printed. */
function run(args: string[], env: Record<string, string> = {}) {
  const { status, stdout, stderr } = spawnSync("node", args, {
    encoding: "utf8",
    env: { ...process.env, ...env },
  });
  return { status, output: stdout + stderr };
}

describe("a start that is refused says why, in one or two lines without a stack trace", () => {
  test.each<[string, string[], Record<string, string>, string]>([
    [
      "a port that is no number",
      ["scripts/commands/start.ts"],
      { PORT: "abc" },
      'PORT is "abc", but must be a number from 1 to 65535.\n',
    ],
    [
      "an unknown option",
      ["scripts/commands/start.ts", "--nope"],
      {},
      "Unknown option '--nope'.\nUsage: npm start -- [--empty] [--fresh]\n",
    ],
    [
      "an unknown option of npm run dev",
      ["scripts/commands/dev.ts", "--nope"],
      {},
      "Unknown option '--nope'.\nUsage: npm run dev\n",
    ],
    [
      "settings that the shop refuses",
      [
        "--input-type=module",
        "--eval",
        `import { runScript } from "./scripts/run-script.ts";
         import { readConfig } from "./worker/config/config.ts";
         await runScript(async () => void readConfig({ ...process.env, AUTH_URL: "http://localhost/api/auth" }));`,
      ],
      { SHOP_NAME: "" },
      "The configuration is refused. SHOP_NAME: ",
    ],
  ])("%s", (_, args, env, message) => {
    const { status, output } = run(args, env);
    expect(status).toBe(1);
    expect(output.slice(0, message.length)).toBe(message);
    expect(output).not.toMatch(/^\s+at /m);
    expect(output.trim().split("\n").length).toBeLessThanOrEqual(2);
  });

  it("a mistake in the program keeps its stack trace", () => {
    const { status, output } = run([
      "--input-type=module",
      "--eval",
      `import { runScript } from "./scripts/run-script.ts"; await runScript(async () => null.nothing);`,
    ]);
    expect(status).toBe(1);
    expect(output).toMatch(/TypeError[^]*^\s+at /m);
  });
});

describe("ports", () => {
  test("each pair of ports has a state directory of its own; that of the default ports stays", () => {
    expect(getStateDir(readPorts({}))).toBe(".wrangler");
    const others = [
      { PORT: "9000", SANDBOX_PORT: "9001" },
      { PORT: "9000" },
      { SANDBOX_PORT: "9001" },
      { PORT: "9000", SANDBOX_PORT: "9002" },
    ].map((env) => getStateDir(readPorts(env)));
    expect(new Set(others).size).toBe(4);
    expect(getStateDir(readPorts({}), { isEmpty: true })).toBe(join(".wrangler", "empty"));
    expect(others).not.toContain(".wrangler");
  });

  test.each(["0", "65536", "80.5", "-1", " 80", "1e3"])("PORT=%s is refused", (PORT) => {
    expect(() => readPorts({ PORT })).toThrow("from 1 to 65535");
  });

  test("the sandbox needs another port than the shop", () => {
    expect(() => readPorts({ PORT: "8788" })).toThrow("PORT and SANDBOX_PORT are both 8788");
  });

  test("a port in use is refused, with a way out", async () => {
    const server = createServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    await expect(requireFreePorts([port])).rejects.toThrow(
      `Port ${port} is in use, perhaps by another \`npm start\`. Stop it, or use other ports`,
    );
    server.close();
  });
});

describe("the start after one that was killed", () => {
  let stateDir: string;
  beforeEach(() => void (stateDir = mkdtempSync(join(tmpdir(), "start-"))));
  afterEach(() => rmSync(stateDir, { recursive: true }));

  /** Starts a process that only waits, in a group of its own. `name` appears in its command. */
  async function startWaiting(name: string) {
    const code = "console.log('ready'); setInterval(() => {}, 1000)";
    const child = spawn("node", ["--eval", code, name], {
      detached: true,
      stdio: ["ignore", "pipe", "inherit"],
    });
    await once(child.stdout, "data");
    return { pid: child.pid!, ended: once(child, "exit"), kill: () => child.kill("SIGKILL") };
  }

  /** A process id that belongs to no process. */
  function endedPid(): number {
    return spawnSync("node", ["--version"]).pid;
  }

  it("a start after a killed one says that the Worker was left running, and stops it", async () => {
    const worker = await startWaiting("wrangler");
    noteRunningWorker(stateDir, { starterPid: endedPid(), workerPid: worker.pid });
    const lines: string[] = [];
    await stopLeftWorker(stateDir, (line) => lines.push(line));
    expect(lines).toEqual([
      `The last start was killed and left its Worker running (process ${worker.pid}). Stopping it …`,
    ]);
    expect(await worker.ended).toEqual([null, "SIGTERM"]);
    await stopLeftWorker(stateDir, (line) => lines.push(line));
    expect(lines).toHaveLength(1);
  });

  it("a start after a killed one leaves the Worker of a start that still runs alone", async () => {
    const [starter, worker] = await Promise.all([
      startWaiting("scripts/commands/start.ts"),
      startWaiting("wrangler"),
    ]);
    noteRunningWorker(stateDir, { starterPid: starter.pid, workerPid: worker.pid });
    await stopLeftWorker(stateDir, () => expect.fail("It stopped the Worker."));
    expect(process.kill(worker.pid, 0)).toBe(true);
    for (const process of [starter, worker]) process.kill();
  });

  it("the start leaves another program alone that has the Worker's process id by now", async () => {
    const other = await startWaiting("an editor");
    noteRunningWorker(stateDir, { starterPid: endedPid(), workerPid: other.pid });
    await stopLeftWorker(stateDir, () => expect.fail("It stopped another program."));
    expect(process.kill(other.pid, 0)).toBe(true);
    other.kill();
  });

  it("the start says nothing after an orderly end", async () => {
    noteRunningWorker(stateDir, { starterPid: endedPid(), workerPid: endedPid() });
    forgetRunningWorker(stateDir);
    await stopLeftWorker(stateDir, () => expect.fail("There was nothing to stop."));
  });
});
