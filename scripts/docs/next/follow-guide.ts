import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { chromium } from "playwright-core";
import { readPorts } from "../../shop/ports.ts";
import { signIn } from "../../shop/http-session.ts";
import { startShop } from "../../start/start-shop.ts";
import { findChromium } from "../../test/find-chromium.ts";

const GUIDE = "docs/guides/frameworks.md";
const STATE = ".wrangler/docs-next";
/** Where the guide says to run a command. */
const IN_CLONE = "# in your clone of Gatehouse";

/** What the section on Next.js tells its reader to do, in its order. */
export type Step = { run: string } | { path: string; code: string };

/** Reads the commands and the files of the section on Next.js. */
export function readSteps(guide: string): Step[] {
  const [, section = ""] = /^## Next\.js\n([\s\S]*?)^## /m.exec(guide) ?? [];
  return [...section.matchAll(/^```(\w+) ?(\S*)\n([\s\S]*?)^```$/gm)].map(
    ([, language, path = "", code = ""]) =>
      language === "sh" ? { run: code } : { path: path.replace(/^examples\/next\//, ""), code },
  );
}

/**
 * Does what the guide says, in an empty folder: makes an app with create-next-app, gates a route and a page in it with
 * the packed client, and asks for them as somebody who has bought the feature and as somebody who hasn't.
 * @returns how many seconds the reader waits, from the first command to the answers. The shop runs before: that
 *   of `npm start`, or one that this starts
 * @throws Error if a step doesn't work as it is written
 */
export async function followNextGuide(log: (line: string) => void): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), "gatehouse-next-"));
  const appPort = await takePort();
  const shop = await openShop(log);
  let app: ChildProcess | undefined;
  try {
    const GATEHOUSE_KEY = await createKey(shop.url);
    const env = { GATEHOUSE_URL: shop.url, GATEHOUSE_KEY, PORT: String(appPort) };
    const started = performance.now();
    let dir = folder;
    for (const step of readSteps(readFileSync(GUIDE, "utf8"))) {
      if ("path" in step) {
        mkdirSync(join(dir, dirname(step.path)), { recursive: true });
        writeFileSync(join(dir, step.path), step.code);
        continue;
      }
      // The last ones ask the app, which `askApp` does.
      for (const line of step.run.split("\n").filter((each) => each && !each.startsWith("curl"))) {
        const [, next] = /^cd (\S+)$/.exec(line) ?? [];
        const command = line.replace(/^GATEHOUSE_KEY=\S+ /, "").replaceAll("/tmp", folder);
        const before = performance.now();
        if (next !== undefined) dir = join(dir, next);
        else if (command === "npm start") app = await startApp(dir, env);
        else await run(command, { cwd: line.includes(IN_CLONE) ? "." : dir });
        log(`${((performance.now() - before) / 1000).toFixed(1).padStart(6)} s  ${line}`);
      }
    }
    await askApp(`http://localhost:${appPort}`);
    return (performance.now() - started) / 1000;
  } finally {
    if (app) await stopGroup(app);
    await shop.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Returns the shop that `npm start` has started, or starts one of its own. */
async function openShop(log: (line: string) => void) {
  const url = `http://localhost:${readPorts().port}`;
  const isRunning = await fetch(`${url}/api/health`).then(
    ({ ok }) => ok,
    () => false,
  );
  if (isRunning) return { url, stop: async () => {} };
  const [port, sandboxPort] = [await takePort(), await takePort()];
  const options = { port, sandboxPort, stateDir: STATE, fresh: true, log };
  const { stop, ...shop } = await startShop({ ...options, content: "catalog" });
  return {
    ...shop,
    async stop() {
      await stop();
      rmSync(STATE, { recursive: true, force: true });
    },
  };
}

/** Creates a key as the guide says: as the owner, with the button of the console. */
async function createKey(shopUrl: string): Promise<string> {
  const session = await signIn(shopUrl, "owner");
  const browser = await chromium.launch({
    executablePath: await findChromium(),
    args: ["--no-sandbox"],
  });
  try {
    const context = await browser.newContext();
    await context.addCookies(session.cookies());
    const page = await context.newPage();
    await page.goto(`${shopUrl}/admin/developers`);
    await page.getByRole("button", { name: "Create a key" }).click();
    const key = await page.getByRole("main").getByText("gh_test_").first().textContent();
    const [found] = /gh_test_\w+/.exec(key ?? "") ?? [];
    if (!found) throw new Error("The console showed no key");
    return found;
  } finally {
    await browser.close();
  }
}

/** Asks for the route and the page as the guide does, and as somebody who isn't signed in. */
async function askApp(url: string): Promise<void> {
  const cases = [
    { path: "/questions", user: "bob", status: 200, text: "You may ask 4 questions a year." },
    { path: "/questions", user: "ann", status: 403, text: "feature_required" },
    { path: "/questions", user: undefined, status: 401, text: "sign_in_required" },
    { path: "/ask", user: "bob", status: 200, text: "Ask your question." },
    { path: "/ask", user: "ann", status: 200, text: "Not yet:" },
  ];
  for (const { path, user, status, text } of cases) {
    const headers: Record<string, string> = user ? { "x-demo-user": `${user}@example.com` } : {};
    const answer = await fetch(url + path, { headers });
    const body = await answer.text();
    if (answer.status !== status || !body.includes(text))
      throw new Error(
        `${path} answered ${user ?? "nobody"} with ${answer.status} instead of ${status} and “${text}”:\n${body.slice(0, 2000)}`,
      );
    if (user === "ann" && body.includes("Ask your question."))
      throw new Error("The page shows Ann what she has not bought");
  }
}

/** What npm has told this process is about this clone, and not about the app. */
const cleanEnv = () =>
  Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(npm_|GATEHOUSE_|NODE_ENV$)/i.test(name)),
  ) as unknown as NodeJS.ProcessEnv;

async function run(command: string, { cwd }: { cwd: string }): Promise<void> {
  const child = spawn("sh", ["-c", command], { cwd, env: cleanEnv(), stdio: "pipe" });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => (output += text));
  const [code] = (await once(child, "close")) as [number | null];
  if (code !== 0) throw new Error(`“${command}” exited with code ${code}:\n${output}`);
}

/** Starts the built app, and waits until it answers. */
async function startApp(dir: string, env: Record<string, string>): Promise<ChildProcess> {
  const app = spawn("npm", ["start"], {
    cwd: dir,
    env: { ...cleanEnv(), ...env },
    stdio: ["ignore", "ignore", "inherit"],
    // npm starts it as a child, which has to end, too.
    detached: true,
  });
  const ended = once(app, "exit").then(() => true);
  const url = `http://localhost:${env["PORT"]}`;
  const answers = () =>
    fetch(url).then(
      () => true,
      () => false,
    );
  while (!(await answers()))
    if (await Promise.race([ended, delay(100)])) throw new Error("The app ended");
  return app;
}

async function stopGroup(app: ChildProcess): Promise<void> {
  if (app.pid === undefined || app.exitCode !== null) return;
  const ended = once(app, "exit");
  process.kill(-app.pid, "SIGTERM");
  await ended;
}

const delay = (milliseconds: number) =>
  new Promise<false>((resolve) => {
    setTimeout(() => resolve(false), milliseconds);
  });

async function takePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  return typeof address === "object" && address ? address.port : 0;
}
