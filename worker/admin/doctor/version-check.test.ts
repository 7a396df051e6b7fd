import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Ctx } from "../../context.ts";
import { commit } from "../../db/client.ts";
import { VERSION } from "../../lib/version.ts";
import { checkForRelease, lastUpgrade } from "../../sync/health/newer-release.ts";
import { emptyDatabase } from "../../testing/database/empty-database.ts";
import { openTestShop } from "../../testing/shop.ts";
import { releaseSettings } from "../../settings/release-settings.ts";
import { createStripeLookups } from "./check.ts";
import { runDoctor } from "./run-doctor.ts";
import { versionCheck } from "./version-check.ts";

beforeEach(emptyDatabase);
afterEach(() => void vi.restoreAllMocks());

const shop = openTestShop();
const updatesFrom = "https://github.com/ann/shop";

/** A context of a shop that asks for updates. */
function newCtx(from: string | undefined = updatesFrom): Ctx {
  const ctx = shop.ctx();
  return { ...ctx, config: { ...ctx.config, updatesFrom: from } };
}

const check = (ctx = newCtx()) => versionCheck.run(ctx, createStripeLookups(ctx));

/** Answers as the page of the newest release. */
const answerWith = (body: string, status = 200) =>
  vi.spyOn(globalThis, "fetch").mockImplementation(async () => new Response(body, { status }));

const release = (more: object = {}) =>
  JSON.stringify({ version: "900.1.0", needsAction: [], notes: "- A new thing.", ...more });

it("a newer version is shown with its notes, and the question sends nothing but the version", async () => {
  const asked = answerWith(release());
  await checkForRelease(newCtx());
  expect(asked.mock.calls).toEqual([
    [
      `${updatesFrom}/releases/latest/download/manifest.json`,
      {
        headers: { "user-agent": `gatehouse/${VERSION}` },
        signal: expect.any(AbortSignal) as unknown,
      },
    ],
  ]);
  expect(await check()).toEqual({
    state: "note",
    message: `Version 900.1.0 is available. The shop runs ${VERSION}.`,
    command: "npm run upgrade",
    notes: "- A new thing.",
    link: { label: "What is new in 900.1.0", url: `${updatesFrom}/releases/tag/v900.1.0` },
  });
});

it("a newer version that needs an action is a warning that says what to do", async () => {
  answerWith(release({ needsAction: ["Set DATA_LOCATION.", "Then deploy."] }));
  await checkForRelease(newCtx());
  expect(await check()).toMatchObject({
    state: "warning",
    fix: "Needs action: Set DATA_LOCATION. Then deploy.",
  });
});

it("without a repository nobody is asked, and nothing newer is shown", async () => {
  const asked = answerWith(release());
  await checkForRelease(newCtx());
  asked.mockClear();
  const off = { ...newCtx(), config: { ...newCtx().config, updatesFrom: undefined } };
  await checkForRelease(off);
  expect(asked).not.toHaveBeenCalled();
  expect(await check(off)).toMatchObject({ state: "ok", message: `The shop runs ${VERSION}.` });
});

it("after it is turned off in the console nobody is asked, until it is turned on again", async () => {
  const asked = answerWith(release());
  await checkForRelease(newCtx());
  asked.mockClear();
  await releaseSettings.save(newCtx(), { asks: false });
  await checkForRelease(newCtx());
  expect(asked).not.toHaveBeenCalled();
  const off = `The shop runs ${VERSION}, and asks for no newer version.`;
  expect(await check()).toEqual({ state: "note", message: off });
  expect(await runDoctor(newCtx())).toMatchObject({ asksForReleases: false });
  // The doctor asks others, such as the identity provider.
  asked.mockClear();
  await releaseSettings.save(newCtx(), { asks: true });
  await checkForRelease(newCtx());
  expect(asked).toHaveBeenCalledOnce();
  expect(await check()).toMatchObject({ message: expect.stringContaining("900.1.0") as string });
});

it.each([
  ["no release", "Not Found", 404],
  ["no JSON", "<html>", 200],
  ["no version", release({ version: "javascript:" }), 200],
  ["an endless body", "x".repeat(300_000), 200],
])("an answer with %s changes nothing, and is no failure", async (_, body, status) => {
  answerWith(release());
  await checkForRelease(newCtx());
  answerWith(body, status);
  await checkForRelease(newCtx());
  expect(await check()).toMatchObject({ message: expect.stringContaining("900.1.0") as unknown });
});

it("this version and an older one are the newest", async () => {
  for (const version of [VERSION, "0.0.9"]) {
    answerWith(release({ version }));
    await checkForRelease(newCtx());
    expect(await check()).toEqual({
      state: "ok",
      message: `The shop runs ${VERSION}, the newest version.`,
    });
  }
});

it("the last upgrade is shown: when it was done, or why it failed", async () => {
  const save = (upgrade: { state: "done" | "failed"; to: string; problem: string | null }) =>
    commit(newCtx().db, [
      lastUpgrade.save(newCtx(), { from: "0.1.0", at: Date.UTC(2026, 0, 2, 3, 4), ...upgrade }),
    ]);
  await save({ state: "done", to: VERSION, problem: null });
  expect(await check()).toMatchObject({
    message: `The shop runs ${VERSION}. It was upgraded from 0.1.0 on Jan 2, 2026, 3:04 AM UTC.`,
  });
  await save({ state: "failed", to: "900.1.0", problem: "It was not healthy." });
  expect(await check()).toMatchObject({
    state: "warning",
    message: `The upgrade to 900.1.0 failed on Jan 2, 2026, 3:04 AM UTC. The shop runs ${VERSION}, as before. It was not healthy.`,
    command: "npm run upgrade -- --status",
  });
});
