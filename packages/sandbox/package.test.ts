import { execFileSync, spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";
import { publint } from "publint";
import { afterAll, beforeAll, expect, test } from "vitest";
import { packPackage } from "./build/build-package.ts";

const manifest = JSON.parse(readFileSync(new URL("package.json", import.meta.url), "utf8")) as {
  devDependencies: Record<string, string>;
};
/** What an app installs beside the sandbox. The project itself has no OpenID client. */
const others = [`stripe@${manifest.devDependencies["stripe"]}`, "openid-client@6.9.0"];

let dir: string;
let tarball: string;
let app: string;
let command: string;
beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), "sandbox-package-"));
  // What an earlier build has left in the folder is not packed.
  writeFileSync(join(dir, "gatehouse-sandbox-0.0.1.tgz"), "old");
  tarball = await packPackage(dir);
  // A folder that has nothing, and no project above it.
  app = mkdtempSync(join(tmpdir(), "sandbox-app-"));
  writeFileSync(join(app, "package.json"), JSON.stringify({ type: "module", private: true }));
  const quiet = ["--prefer-offline", "--no-audit", "--no-fund", "--silent"];
  command = join(app, "node_modules/.bin/gatehouse-sandbox");
  execFileSync("npm", ["install", ...quiet, tarball, ...others], { cwd: app });
});
afterAll(() => {
  for (const folder of [dir, app]) rmSync(folder, { recursive: true, force: true });
});

/** Starts the installed command, and returns what it prints first. */
async function startCommand(args: string[]): Promise<{ output: string; stop: () => void }> {
  const child = spawn(command, args, { cwd: app });
  let output = "";
  for await (const chunk of child.stdout) {
    output += String(chunk);
    if (output.includes("Emails")) break;
  }
  return { output, stop: () => child.kill() };
}

function runApp(code: string, env: Record<string, string> = {}): unknown {
  writeFileSync(join(app, "app.js"), code);
  const output = execFileSync(process.execPath, ["app.js"], {
    cwd: app,
    encoding: "utf8",
    env: { ...process.env, ...env },
  });
  return JSON.parse(output.trim().split("\n").at(-1)!);
}

test("the package has built files, types, two pages and the license, and is below 175 kB", () => {
  const files = execFileSync("tar", ["-tzf", tarball], { encoding: "utf8" }).trim().split("\n");
  expect(files.toSorted()).toEqual(
    [
      "CALLS.md",
      "LICENSE",
      "README.md",
      "cli.js",
      "main.d.ts",
      "main.js",
      "options.d.ts",
      "package.json",
    ].map((file) => `package/${file}`),
  );
  expect(statSync(tarball).size).toBeLessThan(175_000);
});

test("npm keeps the command when it publishes the package", () => {
  const { bin } = JSON.parse(readFileSync(join(dir, "package.json"), "utf8"));
  // npm removes a path that begins with a dot.
  expect(bin).toEqual({ "gatehouse-sandbox": "cli.js" });
});

test("publint and Are the types wrong find nothing to improve in the package", async () => {
  const data = readFileSync(tarball);
  const { buffer } = new Uint8Array(data);
  const { messages } = await publint({
    pack: { tarball: buffer },
    strict: true,
    pkgDir: "package",
  });
  expect(messages).toEqual([]);
  const result = await checkPackage(createPackageFromTarballData(data));
  if (!result.types) throw new Error("The package has no types");
  // The package has only ES modules, so `require` and resolution from before `exports` are not meant to work.
  const problems = result.problems.filter(
    (problem) =>
      !("resolutionKind" in problem && ["node10", "node16-cjs"].includes(problem.resolutionKind)),
  );
  expect(problems).toEqual([]);
});

test("TypeScript knows the options of the installed package", () => {
  writeFileSync(join(app, "typed.ts"), typedApp);
  const typescript = resolve("node_modules/typescript/bin/tsc");
  const flags = ["--strict", "--noEmit", "--skipLibCheck", "--target", "es2022", "--types", ""];
  const args = [typescript, ...flags, "--module", "nodenext", "typed.ts"];
  expect(() =>
    execFileSync(process.execPath, args, { cwd: app, encoding: "utf8", stdio: "pipe" }),
  ).not.toThrow();
});

test("the installed command sells a subscription and signs a user in, with the plain clients", async () => {
  const redirect = "http://127.0.0.1:9/callback";
  const { output, stop } = await startCommand(["--port", "0", "--redirect", redirect]);
  try {
    const [, url] = /The sandbox is at (\S+)/.exec(output) ?? [];
    const result = runApp(buyAndSignIn, { SANDBOX_URL: url!, REDIRECT: redirect });
    // The port of the first is taken.
    const second = spawnSync(command, ["--port", new URL(url!).port], { encoding: "utf8" });
    expect(second).toMatchObject({ status: 1, stderr: expect.stringContaining("is in use") });
    expect(result).toEqual({
      status: "active",
      paid: 900,
      event: "invoice.paid",
      user: "ann@example.com",
    });
  } finally {
    stop();
  }
});

test("startSandbox of the installed package runs in a test's own process", () => {
  expect(runApp(startInProcess)).toEqual({ paid: "paid", days: 31 });
});

const typedApp = `
import { startSandbox, type Sandbox, type SandboxOptions } from "@gatehouse/sandbox";
import Stripe from "stripe";

const options: SandboxOptions = { clients: [{ id: "app", redirectUris: ["http://localhost/"] }] };
const sandbox: Sandbox = await startSandbox(options);
new Stripe(sandbox.secretKey, sandbox.stripeConfig);
const { now } = await sandbox.control<{ now: number }>("clock");
now.toFixed();
// @ts-expect-error There is no such option.
await startSandbox({ redirect: "http://localhost/" });
`;

/** Buys with the \`stripe\` package over HTTP, receives the signed event, and signs in with \`openid-client\`. */
const buyAndSignIn = `
import { once } from "node:events";
import { createServer } from "node:http";
import * as client from "openid-client";
import Stripe from "stripe";

const url = process.env.SANDBOX_URL;
const stripe = new Stripe("sk_test_sandbox", { host: "127.0.0.1", port: new URL(url).port, protocol: "http" });

const received = Promise.withResolvers();
const server = createServer(async (request, response) => {
  let body = "";
  for await (const chunk of request) body += chunk;
  response.end();
  received.resolve({ body, signature: request.headers["stripe-signature"] });
}).listen(0, "127.0.0.1");
await once(server, "listening");
const endpoint = await stripe.webhookEndpoints.create({
  url: "http://127.0.0.1:" + server.address().port,
  enabled_events: ["invoice.paid"],
});

const price = await stripe.prices.create({
  currency: "usd",
  unit_amount: 900,
  recurring: { interval: "month" },
  product_data: { name: "Pro" },
});
const session = await stripe.checkout.sessions.create({
  mode: "subscription",
  line_items: [{ price: price.id, quantity: 1 }],
  success_url: "http://localhost:3000/thanks",
});
await fetch(url + "/_sandbox/checkout/" + session.id + "/pay", { method: "POST" });
const { subscription } = await stripe.checkout.sessions.retrieve(session.id, { expand: ["subscription"] });
const { body, signature } = await received.promise;
const event = stripe.webhooks.constructEvent(body, signature, endpoint.secret);
server.close();
server.closeAllConnections();

const issuer = await client.discovery(new URL(url + "/oidc"), "app", "sandbox-secret", client.ClientSecretBasic("sandbox-secret"), {
  execute: [client.allowInsecureRequests],
});
const verifier = client.randomPKCECodeVerifier();
let next = client.buildAuthorizationUrl(issuer, {
  redirect_uri: process.env.REDIRECT,
  scope: "openid email",
  code_challenge: await client.calculatePKCECodeChallenge(verifier),
  code_challenge_method: "S256",
  login_hint: "ann",
});
const cookies = new Map();
while (!next.href.startsWith(process.env.REDIRECT)) {
  const cookie = [...cookies].map((pair) => pair.join("=")).join("; ");
  const response = await fetch(next, { redirect: "manual", headers: { cookie } });
  for (const line of response.headers.getSetCookie()) cookies.set(...line.split(";")[0].split("="));
  next = new URL(response.headers.get("location"), next);
}
const tokens = await client.authorizationCodeGrant(issuer, next, { pkceCodeVerifier: verifier });
const user = await client.fetchUserInfo(issuer, tokens.access_token, tokens.claims().sub);
console.log(
  JSON.stringify({
    status: subscription.status,
    paid: event.data.object.amount_paid,
    event: event.type,
    user: user.email,
  }),
);
`;

const startInProcess = `
import { startSandbox } from "@gatehouse/sandbox";
import Stripe from "stripe";

const sandbox = await startSandbox();
const stripe = new Stripe(sandbox.secretKey, sandbox.stripeConfig);
const session = await stripe.checkout.sessions.create({
  mode: "payment",
  line_items: [{ price_data: { currency: "usd", unit_amount: 500, product_data: { name: "A book" } }, quantity: 1 }],
  success_url: "http://localhost:3000/thanks",
});
const paid = await sandbox.control("checkout/" + session.id + "/pay", { card: "4242424242424242" });
const before = await sandbox.control("clock");
await sandbox.control("clock", { advanceSeconds: 31 * 86_400 });
const after = await sandbox.control("clock");
await sandbox.stop();
console.log(JSON.stringify({ paid: paid.payment_status, days: Math.round((after.now - before.now) / 86_400) }));
`;
