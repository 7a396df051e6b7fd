import { describe, expect, test } from "vitest";
import { kindOfBenefit, kindsOfBenefits } from "./kind-of-benefit.ts";

describe("the kind of a benefit", () => {
  test("files, keys and pages are content, and what is used over time is a service", () => {
    const types = ["download", "license_key", "page", "feature", "link"] as const;
    expect(types.map((type) => kindOfBenefit({ type, settings: {} }))).toEqual([
      "content",
      "content",
      "content",
      "service",
      "service",
    ]);
  });

  test("the seller's choice comes before the type", () => {
    expect(kindOfBenefit({ type: "page", settings: { kind: "service" } })).toBe("service");
    expect(kindOfBenefit({ type: "link", settings: { kind: "content" } })).toBe("content");
  });

  test("a product has the kinds of its benefits, each once, and is a service without any", () => {
    const [page, key, feature] = (["page", "license_key", "feature"] as const).map((type) => ({
      type,
      settings: {},
    }));
    expect(kindsOfBenefits([feature!, page!, key!])).toEqual(["content", "service"]);
    expect(kindsOfBenefits([page!, key!])).toEqual(["content"]);
    expect(kindsOfBenefits([])).toEqual(["service"]);
  });
});
