import { DrizzleQueryError } from "drizzle-orm/errors";
import { expect, test } from "vitest";
import { isTransient, repeatWhileTransient } from "./transient-errors.ts";

const wait = async () => {};
const lost = () => new Error("D1_ERROR: Network connection lost.");

/** Fails as often as there are errors, then succeeds. */
function createWork(...errors: Error[]) {
  const state = { attempts: 0 };
  const work = async () => {
    const error = errors[state.attempts++];
    if (error) throw error;
    return "done";
  };
  return { state, work };
}

test.each([
  "D1_ERROR: Network connection lost.",
  "D1_ERROR: D1 DB reset because its code was updated.",
  "D1_ERROR: D1 DB storage operation exceeded timeout which caused object to be reset.",
  "D1_ERROR: Internal error in D1 DB storage caused object to be reset.",
  "D1_ERROR: Cannot resolve D1 DB due to transient issue on remote node.",
  "D1_ERROR: D1 DB is overloaded. Requests queued for too long.",
])("an error of D1 itself is transient, also as the cause of another: %s", (message) => {
  expect(isTransient(new DrizzleQueryError("select 1", [], new Error(message)))).toBe(true);
});

test.each([
  "D1_ERROR: UNIQUE constraint failed: orders.id",
  "D1_ERROR: no such table: orders",
  "D1_ERROR: Exceeded maximum DB size.",
  "D1_ERROR: D1 DB exceeded its CPU time limit and was reset.",
])("an error that would come again is not transient: %s", (message) => {
  expect(isTransient(new Error(message))).toBe(false);
});

test("work is done again while D1 fails, three times at most", async () => {
  const twice = createWork(lost(), lost());
  expect(await repeatWhileTransient({ wait }, twice.work)).toBe("done");
  expect(twice.state.attempts).toBe(3);
  const thrice = createWork(lost(), lost(), lost());
  await expect(repeatWhileTransient({ wait }, thrice.work)).rejects.toThrow("connection lost");
  expect(thrice.state.attempts).toBe(3);
});

test("work that fails for another reason is done once", async () => {
  const refused = createWork(new Error("UNIQUE constraint failed"));
  await expect(repeatWhileTransient({ wait }, refused.work)).rejects.toThrow("UNIQUE");
  expect(refused.state.attempts).toBe(1);
});
