import { expect, test } from "vitest";
import { openCloudflareAccount, openCloudflareApi, toResult } from "./cloudflare-api.ts";
import type { CommandRunner } from "./runner.ts";

/** An API that answers with this, and notes what it is asked. */
function createApi(body: string, status = 200) {
  const asked: unknown[] = [];
  const fetch = async (url: string, init: RequestInit = {}) => {
    const { method, headers, body: sent } = init;
    asked.push({ method, url, headers, ...(sent && { sent }) });
    return new Response(body, { status });
  };
  return { asked, at: { cloudflareUrl: "https://api", fetch } };
}

test("each kind of credentials has its own headers, and a body is JSON", async () => {
  const { asked, at } = createApi('{ "success": true, "result": [1] }');
  const withToken = openCloudflareApi(at, { token: "secret" });
  expect(await withToken.send("POST", "/query", { body: { sql: "SELECT 1" } })).toEqual({
    ok: true,
    result: [1],
  });
  await openCloudflareApi(at, { key: "key", email: "ann@tide.shop" }).send("GET", "/zones");
  expect(asked).toEqual([
    {
      method: "POST",
      url: "https://api/query",
      headers: { authorization: "Bearer secret", "content-type": "application/json" },
      sent: '{"sql":"SELECT 1"}',
    },
    {
      method: "GET",
      url: "https://api/zones",
      headers: { "x-auth-email": "ann@tide.shop", "x-auth-key": "key" },
    },
  ]);
});

test("a refusal has Cloudflare's codes, and an answer that is no JSON its status", async () => {
  const errors = [{ code: 10000, message: "Authentication error" }];
  const refused = createApi(JSON.stringify({ success: false, errors }), 403);
  const answer = await openCloudflareApi(refused.at, { token: "x" }).send("GET", "/zones");
  expect(answer).toEqual({
    ok: false,
    status: 403,
    codes: [10000],
    message: "Authentication error",
  });
  expect(() => toResult("/zones", answer)).toThrow(
    "Cloudflare refused /zones: Authentication error",
  );
  const down = createApi("<html>", 502);
  expect(await openCloudflareApi(down.at, { token: "x" }).send("GET", "/zones")).toMatchObject({
    ok: false,
    message: "status 502",
  });
});

/** Somebody who is logged in with wrangler, and may use these accounts. */
function logIn(accounts: string[] | null) {
  const commands: string[] = [];
  const answers: Record<string, unknown> = {
    "auth token --json": { type: "oauth", token: "token" },
    "whoami --json": { accounts: accounts?.map((id) => ({ id, name: `Account ${id}` })) },
  };
  const runner: CommandRunner = async (_, args) => {
    commands.push(args.join(" "));
    const stdout = JSON.stringify(answers[args.join(" ")]);
    return { code: accounts ? 0 : 1, stdout, output: "" };
  };
  return { runner, commands };
}

test("the account is the only one of the login, or the one that is named", async () => {
  const one = logIn(["one"]);
  expect(await openCloudflareAccount(one.runner, {})).toMatchObject({ id: "one" });
  const two = logIn(["one", "two"]);
  await expect(openCloudflareAccount(two.runner, {})).rejects.toThrow(/one[\s\S]*two/);
  const named = await openCloudflareAccount(two.runner, { CLOUDFLARE_ACCOUNT_ID: "two" });
  expect(named).toMatchObject({ id: "two" });
  await expect(openCloudflareAccount(logIn(null).runner, {})).rejects.toThrow("wrangler login");
});

test("with a token and an account in the environment, wrangler is not asked", async () => {
  const { runner, commands } = logIn(["one"]);
  const env = { CLOUDFLARE_API_TOKEN: "secret", CLOUDFLARE_ACCOUNT_ID: "two" };
  expect(await openCloudflareAccount(runner, env)).toMatchObject({ id: "two" });
  expect(commands).toEqual([]);
});
