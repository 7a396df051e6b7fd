import { expect, test, vi } from "vitest";
import { logFailure, setLogVersion, summarizeError } from "./log.ts";

test("a logged error has no query string of a URL", () => {
  const error = new TypeError(
    'fetch failed: https://idp.example/callback?code=secret-code&state=s, "http://x.test/a?token=t"',
  );
  expect(summarizeError(error).message).toBe(
    'fetch failed: https://idp.example/callback?…, "http://x.test/a?…"',
  );
});

test("a logged error of the JSON parser has no part of the body", () => {
  let error: unknown;
  try {
    JSON.parse("csrfToken=secret&email=ann@example.com");
  } catch (caught) {
    error = caught;
  }
  const { message } = summarizeError(new Error("outer", { cause: error })).cause!;
  expect(message).toBe("not valid JSON");
});

test("other messages stay as they are", () => {
  expect(summarizeError(new Error("what? no answer")).message).toBe("what? no answer");
});

test("a line has the fields of every line first, then those of the event", () => {
  const log = vi.spyOn(console, "error").mockReturnValue();
  setLogVersion("version-1");
  const ctx = { requestId: "req_1", actor: { type: "system", job: "cron" } };
  logFailure(ctx, "cron.step_failed", new Error("out of order"), { step: "movePayloads" });
  const text = String(log.mock.calls[0]?.[0]);
  log.mockRestore();
  const line = JSON.parse(text) as Record<string, unknown>;
  expect(Object.keys(line).join()).toBe("time,level,event,request_id,job,version,step,error");
  expect(line).toMatchObject({ level: "error", event: "cron.step_failed", job: "cron" });
  expect(Date.parse(String(line["time"]))).toBeGreaterThan(Date.now() - 60_000);
});
