import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openCloudflareApi } from "../../deploy/cloudflare-api.ts";
import {
  startCloudflareStandIn,
  type CloudflareStandIn,
} from "../../testing/cloudflare/stand-in.ts";
import { createTestSurroundings } from "../testing/test-surroundings.ts";
import { checkRights, listAccounts } from "./cloudflare.ts";
import { checkHost, findZone, readHost } from "./host.ts";

let standIn: CloudflareStandIn;
beforeAll(async () => {
  standIn = await startCloudflareStandIn({ subdomain: "fern", zones: ["fern.example"] });
});
afterAll(() => standIn.close());

const needed = ["Workers Scripts Write", "D1 Write", "Queues Write", "Workers R2 Storage Write"];
const open = (permissions: readonly string[]) =>
  openCloudflareApi(createTestSurroundings({ cloudflareUrl: standIn.url }), {
    token: standIn.createToken(permissions),
  });
const checkAccount = (permissions: readonly string[]) =>
  checkRights(open(permissions), { scope: "Account", id: standIn.account.id });

describe("the rights of a token", () => {
  test("a token with exactly the needed rights has no findings", async () => {
    expect(await checkAccount(needed)).toEqual([]);
  });

  test.each([
    ["Workers Scripts Write", "Account › Workers Scripts › Edit"],
    ["D1 Write", "Account › D1 › Edit"],
    ["Queues Write", "Account › Queues › Edit"],
    ["Workers R2 Storage Write", "Account › Workers R2 Storage › Edit"],
  ])("a missing %s is named, with where to add it", async (right, name) => {
    const findings = await checkAccount(needed.filter((other) => other !== right));
    expect(findings).toEqual([
      {
        state: "refused",
        says: expect.stringContaining(`lacks ${name}`),
        next: expect.stringContaining("https://dash.cloudflare.com/profile/api-tokens"),
      },
    ]);
  });

  test("a token that may only read lacks every right, and nothing was changed", async () => {
    const before = structuredClone([...standIn.account.workers.keys()]);
    const [finding] = await checkAccount(needed.map((right) => right.replace("Write", "Read")));
    expect(finding).toMatchObject({
      state: "refused",
      says: expect.stringContaining("refuses this token"),
    });
    expect([...standIn.account.workers.keys()]).toEqual(before);
  });

  test("R2 that is not turned on is told from a missing right", async () => {
    const failure = { status: 403, code: 10042, message: "Please enable R2" };
    standIn.failNext("DELETE", /\/r2\/buckets\//, failure);
    expect(await checkAccount(needed)).toMatchObject([
      {
        says: expect.stringContaining("R2 is not turned on"),
        next: expect.stringContaining("/r2,"),
      },
    ]);
  });

  test("a failure of Cloudflare is told from a missing right", async () => {
    standIn.failNext("DELETE", /\/d1\/database\//, { status: 500, code: 1, message: "Try later" });
    expect(await checkAccount(needed)).toMatchObject([
      { says: "Cloudflare could not check Account › D1 › Edit: Try later." },
    ]);
  });

  test("the account of a token is found without asking", async () => {
    expect(await listAccounts(open(["Account Settings Read"]))).toMatchObject([
      { id: standIn.account.id },
    ]);
    expect(await listAccounts(open([]))).toEqual([]);
  });
});

describe("the address of the shop", () => {
  const check = (host: string, permissions: readonly string[] = [...needed, "Zone Read"]) =>
    checkHost(open(permissions), {
      accountId: standIn.account.id,
      workerName: "gatehouse",
      authUrl: `https://${host}/api/auth`,
    });

  test("a host on a domain of the account is accepted, with the domain's id", async () => {
    const { findings, zoneId } = await check("shop.fern.example");
    expect(findings).toMatchObject([{ state: "ok" }]);
    expect(zoneId).toBe(standIn.account.zones[0]?.id);
  });

  test("a host on workers.dev must be that of the Worker's name", async () => {
    expect((await check("gatehouse.fern.workers.dev")).findings).toMatchObject([
      { state: "warning" },
    ]);
    expect((await check("other.fern.workers.dev")).findings).toMatchObject([
      { state: "refused", says: expect.stringContaining("gatehouse.fern.workers.dev") },
    ]);
  });

  test("an account without a subdomain of workers.dev is told where to choose one", async () => {
    standIn.account.subdomain = undefined;
    const { findings } = await check("gatehouse.fern.workers.dev");
    standIn.account.subdomain = "fern";
    expect(findings).toMatchObject([{ next: expect.stringContaining("/workers/onboarding") }]);
  });

  test("a host of nobody's domain is refused, and the domains of the account are listed", async () => {
    expect((await check("shop.other.example")).findings).toMatchObject([
      { state: "refused", next: expect.stringContaining("fern.example") },
    ]);
  });

  test("a host that another Worker serves is refused", async () => {
    const zoneId = standIn.account.zones[0]!.id;
    standIn.account.domains.set("taken.fern.example", { id: "1", worker: "blog", zoneId });
    expect((await check("taken.fern.example")).findings).toMatchObject([
      { state: "refused", says: expect.stringContaining("the Worker blog") },
    ]);
    standIn.account.domains.set("taken.fern.example", { id: "1", worker: "gatehouse", zoneId });
    expect((await check("taken.fern.example")).findings).toMatchObject([{ state: "ok" }]);
  });

  test("a token that may not list domains is told which right it lacks", async () => {
    expect((await check("shop.fern.example", needed)).findings).toMatchObject([
      { state: "refused", next: expect.stringContaining("Zone › Zone › Read") },
    ]);
  });

  test("a token that may not serve a domain is told which right it lacks", async () => {
    const zone = { scope: "Zone", id: standIn.account.zones[0]!.id } as const;
    expect(await checkRights(open(needed), zone)).toMatchObject([
      { says: expect.stringContaining("Zone › Workers Routes › Edit") },
    ]);
    expect(await checkRights(open(["Workers Routes Write"]), zone)).toEqual([]);
  });

  test.each([
    "http://shop.fern.example/api/auth",
    "https://shop.fern.example:8443/api/auth",
    "https://shop.fern.example/auth",
    "shop.fern.example",
  ])("%s is no address of a shop", (authUrl) => expect(readHost(authUrl)).toBeUndefined());

  test("a host belongs to the longest domain that ends it, and not to one that only looks like it", () => {
    const zones = ["fern.example", "eu.fern.example"].map((name) => ({ id: name, name }));
    expect(findZone(zones, "shop.eu.fern.example")?.name).toBe("eu.fern.example");
    expect(findZone(zones, "fern.example")?.name).toBe("fern.example");
    expect(findZone(zones, "badfern.example")).toBeUndefined();
  });
});
