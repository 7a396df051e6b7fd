import { describe, expect, test } from "vitest";
import { signInAs } from "../../testing/sign-in.ts";

describe("signing in", () => {
  test("works", async () => {
    const ann = await signInAs("ann");
    expect(await ann.json("/api/me")).toMatchObject({ user: { name: "Ann Archer", email: "ann@example.com" } });
  });
});
