import { expect, onTestFinished, test } from "vitest";
import { startServer } from "../testing/start-server.ts";
import { createTestSurroundings } from "../testing/test-surroundings.ts";
import { checkMail } from "./mail.ts";

/** Checks against a server with Resend's answers. */
async function check(
  answer: { status?: number; body: unknown },
  from = "Fern <shop@mail.fern.example>",
) {
  const keys: unknown[] = [];
  const server = await startServer(({ path, headers }) => {
    keys.push([path, headers["authorization"]]);
    return answer;
  });
  onTestFinished(() => server.stop());
  const surroundings = createTestSurroundings({ hosts: { "api.resend.com": server.url } });
  const findings = await checkMail(surroundings, { EMAIL_FROM: from, EMAIL_API_KEY: "re_1" });
  return { findings, keys };
}

const domain = (name: string, status: string) => ({ body: { data: [{ name, status }] } });

test("a key whose account has verified the sender's domain is accepted", async () => {
  const { findings, keys } = await check(domain("fern.example", "verified"));
  expect(findings).toMatchObject([{ state: "ok" }]);
  expect(keys).toEqual([["/domains", "Bearer re_1"]]);
});

test.each([
  ["another domain", domain("other.example", "verified"), "has no domain mail.fern.example"],
  [
    "a domain that is not verified",
    domain("fern.example", "pending"),
    "not verified yet (pending)",
  ],
  [
    "an unknown key",
    { status: 400, body: { name: "validation_error", message: "API key is invalid" } },
    "refuses the key (400: API key is invalid)",
  ],
])("%s is refused", async (_, answer, reason) => {
  expect((await check(answer)).findings).toMatchObject([
    { state: "refused", says: expect.stringContaining(reason) },
  ]);
});

test("a key that may only send is accepted, and the domain is left to the person", async () => {
  const { findings } = await check({ status: 401, body: { name: "restricted_api_key" } });
  expect(findings).toMatchObject([
    { state: "warning", next: expect.stringContaining("mail.fern.example") },
  ]);
});

test("no email service is possible, and what it means is said", async () => {
  expect(await checkMail(createTestSurroundings(), {})).toMatchObject([{ state: "warning" }]);
});
