import { describe, expect, test } from "vitest";
import { cleanEmail, cleanImage, cleanName, mergeClaims, readClaims } from "./claims.ts";

const unsigned = (claims: object) =>
  ["eyJhbGciOiJSUzI1NiJ9", btoa(JSON.stringify(claims)).replaceAll("=", ""), "c2ln"].join(".");

describe("an email", () => {
  test.each([[true], ["true"]])("an email counts when email_verified is %j", (verified) => {
    expect(readClaims({ sub: "1", email: "Ann@Example.com", email_verified: verified }).email).toBe(
      "ann@example.com",
    );
  });

  test.each([[false], ["false"], [1], ["yes"], [null], [undefined]])(
    "an email does not count when email_verified is %j",
    (verified) => {
      expect(
        readClaims({ sub: "1", email: "ann@example.com", email_verified: verified }).email,
      ).toBeNull();
    },
  );

  test.each([
    ["a@b@c.example"],
    ["<a@b.example>"],
    ['"a@evil.example"@b.example'],
    ["a@b,c.example"],
    ["ann"],
    [7],
  ])("%j is no email address", (claim) => expect(cleanEmail(claim)).toBeNull());

  test("an email is normalized if typed with a look-alike of @", () => {
    expect(cleanEmail("ann\uff20example.com")).toBe("ann@example.com");
    expect(cleanEmail("ann\uff20evil.example@example.com")).toBeNull();
  });
});

describe("a name", () => {
  test("a name keeps markup as plain characters", () => {
    expect(cleanName("<img src=x onerror=alert(1)>")).toBe("<img src=x onerror=alert(1)>");
  });

  test("a name drops control, zero-width and direction characters", () => {
    expect(cleanName("  Ann\u0000\u200b \u202eArcher\r\nX-Header: 1 ")).toBe(
      "Ann Archer X-Header: 1",
    );
  });

  test.each([
    "Urgent https://evil.example/reset",
    "Urgent: www.evil.example",
    "evil.example/reset",
    "\u115f",
    "\u3164 \u3164",
    "\u200d",
    "\u2800",
    "\u0301",
    "\ufe0f",
  ])("a name with a web address or without a visible letter is no name: %j", (claim) => {
    expect(cleanName(claim)).toBeNull();
    expect(readClaims({ sub: "1", name: claim, preferred_username: "ann" }).name).toBe("ann");
  });

  test.each(["J.R.R. Tolkien", "Booking.com", "علی\u200cرضا", "👩\u200d👧", "12", "!", "Zoë"])(
    "a name stays as it is: %j",
    (claim) => expect(cleanName(claim)).toBe(claim),
  );

  test("a name is cut at 120 characters without splitting one", () => {
    expect(cleanName("😀".repeat(200))).toBe("😀".repeat(120));
  });

  test("a name falls back to its parts, then to the user name", () => {
    expect(readClaims({ sub: "1", given_name: "Ann", family_name: "Archer" }).name).toBe(
      "Ann Archer",
    );
    expect(readClaims({ sub: "1", name: " ", preferred_username: "ann" }).name).toBe("ann");
    expect(readClaims({ sub: "1" }).name).toBeNull();
  });
});

describe("a picture", () => {
  test("a picture is kept if it is https", () => {
    expect(cleanImage("https://cdn.example/a.png?s=64")).toBe("https://cdn.example/a.png?s=64");
  });

  test.each([
    ["javascript:alert(1)"],
    ["data:image/png;base64,AA=="],
    ["http://cdn.example/a.png"],
    ["https://user:pass@cdn.example/a.png"],
    ["https://cdn.example/a.SVG?x=1"],
    ["/a.png"],
    [7],
  ])("a picture is dropped: %j", (claim) => expect(cleanImage(claim)).toBeNull());
});

describe("claims", () => {
  test("claims are merged, and userinfo overrides the ID token", () => {
    const idToken = unsigned({ sub: "1", email: "old@example.com", name: "Ann" });
    expect(mergeClaims({ sub: "1", email: "new@example.com" }, idToken)).toMatchObject({
      email: "new@example.com",
      name: "Ann",
    });
  });

  test.each([[{}], [{ sub: 7 }], [{ sub: null, name: {}, email: [], picture: 1 }]])(
    "claims of the wrong type give no subject: %j",
    (claims) =>
      expect(readClaims(claims)).toEqual({
        subject: "",
        name: null,
        email: null,
        image: null,
      }),
  );

  test("claims are kept if the ID token is invalid", () => {
    expect(mergeClaims({ sub: "1" }, "not-a-token")).toEqual({ sub: "1" });
  });
});
