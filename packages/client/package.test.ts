import { execFileSync } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";
import { publint } from "publint";
import { expect, inject, onTestFinished, test } from "vitest";
import { generateTypes, typesUrl } from "./generate-types.ts";
import { createAppWithClient } from "./testing/install-client.ts";

const tarball = inject("clientTarball");
const manifest = JSON.parse(readFileSync(new URL("package.json", import.meta.url), "utf8"));
const entries = Object.keys(manifest.exports)
  .filter((path) => path !== "./package.json")
  .map((path) => path.replace(".", "@gatehouse/client"));
const peers = Object.keys(manifest.peerDependencies);

/** Creates an app with the packed client. It is removed after the test. */
function createApp(packages: string[]) {
  const dir = createAppWithClient(tarball, packages);
  onTestFinished(() => rmSync(dir, { recursive: true }));
  const run = (command: string, args: string[]) =>
    execFileSync(command, args, { cwd: dir, encoding: "utf8", stdio: "pipe" });
  const write = (file: string, text: string) => writeFileSync(join(dir, file), text);
  return { run, write };
}

test("the types of the API are those of the OpenAPI document", async () => {
  expect(readFileSync(typesUrl, "utf8")).toBe(await generateTypes());
});

test("publint finds nothing to improve in what npm would publish", async () => {
  const { buffer } = new Uint8Array(readFileSync(tarball));
  const { messages } = await publint({
    pack: { tarball: buffer },
    strict: true,
    pkgDir: "package",
  });
  expect(messages).toEqual([]);
});

test("types resolve for every entry in Node and in bundlers", async () => {
  const result = await checkPackage(createPackageFromTarballData(readFileSync(tarball)));
  if (!result.types) throw new Error("The package has no types");
  // The package has only ES modules, so `require` and resolution from before `exports` are not meant to work.
  const esmOnly = result.problems.filter(
    (problem) =>
      !("resolutionKind" in problem && ["node10", "node16-cjs"].includes(problem.resolutionKind)),
  );
  expect(esmOnly).toEqual([]);
});

test("what npm would publish has the built files, the README and the license, and nothing else", () => {
  const files = execFileSync("tar", ["-tzf", tarball], { encoding: "utf8" }).trim().split("\n");
  const others = files.filter((file) => !/^package\/dist\/[\w/-]+\.(js|d\.ts)$/.test(file));
  expect(others.toSorted()).toEqual(
    ["LICENSE", "README.md", "package.json"].map((f) => `package/${f}`),
  );
});

test("an app can import every entry", () => {
  const app = createApp(peers);
  app.write(
    "app.js",
    `for (const name of ${JSON.stringify(entries)})
       console.log(name, Object.keys(await import(name)).sort().join(" "));`,
  );
  expect(app.run("node", ["app.js"]).trim().split("\n")).toEqual([
    "@gatehouse/client GatehouseError GatehouseUnavailableError createGatehouse",
    "@gatehouse/client/verify EntitlementTokenError verifyEntitlements",
    "@gatehouse/client/webhooks InvalidWebhookError verifyWebhook",
    "@gatehouse/client/gate gate",
    "@gatehouse/client/hono requireFeature",
    "@gatehouse/client/express requireFeature",
    "@gatehouse/client/next requireFeature",
    "@gatehouse/client/react EntitlementsProvider Gate useFeature",
    "@gatehouse/client/openfeature GatehouseProvider",
  ]);
});

test("an app without any of the frameworks can import the entries that don't need one", () => {
  const app = createApp([]);
  app.write(
    "app.js",
    ["", "/verify", "/webhooks", "/gate", "/hono", "/express", "/next"]
      .map((entry) => `import "@gatehouse/client${entry}";`)
      .join("\n"),
  );
  expect(() => app.run("node", ["app.js"])).not.toThrow();
});

test.each([
  ["TypeScript 5 for Node", "packages/client/node_modules/typescript/bin/tsc", "nodenext"],
  ["TypeScript 7 for a bundler", "node_modules/typescript/bin/tsc", "preserve"],
])("%s knows the types of the packed client", (_, compiler, module) => {
  const app = createApp([...peers, "@types/express", "@types/react"]);
  app.write("app.tsx", typedApp);
  const flags = ["--strict", "--noEmit", "--jsx", "react-jsx", "--target", "es2022"];
  // The types of other packages are not ours to check.
  const libraries = ["--skipLibCheck", "--lib", "es2023,dom,dom.iterable"];
  const args = [resolve(compiler), ...flags, ...libraries, "--module", module, "app.tsx"];
  expect(() => app.run("node", args)).not.toThrow();
});

/** Fails to compile if a type is lost, because `any` would accept what must be refused here. */
const typedApp = `
import { createGatehouse } from "@gatehouse/client";
import { verifyEntitlements } from "@gatehouse/client/verify";
import { verifyWebhook } from "@gatehouse/client/webhooks";
import { gate } from "@gatehouse/client/gate";
import { requireFeature as inHono } from "@gatehouse/client/hono";
import { requireFeature as inExpress } from "@gatehouse/client/express";
import { requireFeature as inNext } from "@gatehouse/client/next";
import { EntitlementsProvider, Gate } from "@gatehouse/client/react";
import { GatehouseProvider } from "@gatehouse/client/openfeature";
import express from "express";
import { Hono } from "hono";

export const shop = createGatehouse({ url: "https://shop.example", key: "gh_test_1" });
export const limit: number | null = (await shop.check("export", { email: "a@b.example" })).limit;
// @ts-expect-error A customer is an id, an identity or an email address.
await shop.check("export", { user: "usr_1" });
for await (const order of shop.list("/orders")) order.totalMinor.toFixed();
// @ts-expect-error Not a list.
shop.list("/customers/{id}");
const { data } = await shop.GET("/customers/{id}", { params: { path: { id: "usr_1" } } });
data?.name?.trim();
// @ts-expect-error There is no such path.
await shop.GET("/nothing");

const { features } = await verifyEntitlements("", { issuer: "https://shop.example", audience: "app" });
export const seats: number | null | undefined = features.get("seats");
// @ts-expect-error An audience is required.
await verifyEntitlements("", { issuer: "https://shop.example" });

const event = await verifyWebhook(new Request("https://app.example"), "whsec_");
if (event.type === "order.paid") event.data.totalMinor.toFixed();
// @ts-expect-error There is no such event.
if (event.type === "order.lost") throw new Error();

const customer = () => ({ customer: "usr_1" });
new Hono().get("/", inHono("export", { shop, customer, outage: "deny" }), (c) => {
  // @ts-expect-error The policy "allow" lets requests pass without an answer.
  c.get("entitlement").limit;
  return c.json(c.get("entitlement")?.limit);
});
const mayExport = gate("export", { shop, outage: { lastKnown: "1h", store: new Map() } });
const decision = await mayExport({ customer: "usr_1" });
export const code: string = decision.allowed ? decision.source : decision.refusal.code;
express().get("/", inExpress("export", { shop, customer, outage: { lastKnown: "15m" } }));
export const GET = inNext("export", { shop, customer, outage: "allow" }, (request: Request) =>
  Response.json(request.url),
);
// @ts-expect-error A duration has a unit.
inHono("export", { shop, customer, outage: { lastKnown: "15" } });
// @ts-expect-error The outage policy is required.
inHono("export", { shop, customer });

export const page = (
  <EntitlementsProvider getToken={async () => ""}>
    <Gate feature="export">Export</Gate>
  </EntitlementsProvider>
);
export const provider = new GatehouseProvider({ shop });
`;
