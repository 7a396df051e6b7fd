import { expect, it } from "vitest";
import type { GrantWithBenefit } from "./strategy.ts";
import { computeAccessEffect } from "./compute-access-effect.ts";

const NOW = 1_000_000;
const inactive = { active: false };

const createGrant = (
  sourceId: string,
  name: string,
  facts: { type?: GrantWithBenefit["benefit"]["type"]; endsAt?: number; revokedAt?: number } = {},
) =>
  ({
    grant: {
      id: `grt_${sourceId}_${name}`,
      benefitId: `bnf_${name}`,
      productId: `prd_${sourceId}`,
      sourceType: "order",
      sourceId,
      endsAt: facts.endsAt ?? null,
      revokedAt: facts.revokedAt ?? null,
    },
    benefit: { id: `bnf_${name}`, type: facts.type ?? "feature", name },
  }) as GrantWithBenefit;

const effectOf = (all: GrantWithBenefit[], newAccess = inactive) => {
  const { loses, keeps } = computeAccessEffect({
    grants: all,
    source: { type: "order", id: "a" },
    newAccess,
    now: NOW,
  });
  return {
    loses: loses.map(({ name }) => name),
    keeps: keeps.map(({ name, through }) => [name, through.map(({ id }) => id)]),
  };
};

it("the user loses benefits only this source grants, and keeps those another grant in force gives", () => {
  expect(
    effectOf([
      createGrant("a", "x"),
      createGrant("a", "y"),
      createGrant("b", "y"),
      createGrant("b", "z"),
    ]),
  ).toEqual({
    loses: ["x"],
    keeps: [["y", ["b"]]],
  });
});

it("a benefit is lost if the other grants of it are revoked or ended", () => {
  expect(
    effectOf([
      createGrant("a", "x"),
      createGrant("b", "x", { revokedAt: 1 }),
      createGrant("c", "x", { endsAt: NOW }),
    ]),
  ).toEqual({ loses: ["x"], keeps: [] });
});

it("a grant that was already revoked is not listed as lost", () => {
  expect(effectOf([createGrant("a", "x", { revokedAt: 1 })])).toEqual({ loses: [], keeps: [] });
});

it("the purchase's license key is lost even if another purchase has its own key", () => {
  const type = "license_key";
  expect(effectOf([createGrant("a", "x", { type }), createGrant("b", "x", { type })])).toEqual({
    loses: ["x"],
    keeps: [],
  });
});

it("nothing is lost if the source stays active", () => {
  expect(effectOf([createGrant("a", "x")], { active: true })).toEqual({ loses: [], keeps: [] });
});
