import { expect, it } from "vitest";
import type { Held } from "./strategy.ts";
import { effectOnAccess } from "./compute-access-effect.ts";

const NOW = 1_000_000;
const gone = { active: false };

const held = (
  sourceId: string,
  name: string,
  facts: { type?: Held["benefit"]["type"]; endsAt?: number; revokedAt?: number } = {},
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
  }) as Held;

const effectOf = (all: Held[], becomes = gone) => {
  const { loses, keeps } = effectOnAccess({
    held: all,
    source: { type: "order", id: "a" },
    becomes,
    now: NOW,
  });
  return {
    loses: loses.map(({ name }) => name),
    keeps: keeps.map(({ name, through }) => [name, through.map(({ id }) => id)]),
  };
};

it("takes what is from nowhere else, and keeps what is in force from elsewhere", () => {
  expect(effectOf([held("a", "x"), held("a", "y"), held("b", "y"), held("b", "z")])).toEqual({
    loses: ["x"],
    keeps: [["y", ["b"]]],
  });
});

it("another grant that is over keeps nothing", () => {
  expect(
    effectOf([held("a", "x"), held("b", "x", { revokedAt: 1 }), held("c", "x", { endsAt: NOW })]),
  ).toEqual({ loses: ["x"], keeps: [] });
});

it("what is over already is not lost again", () => {
  expect(effectOf([held("a", "x", { revokedAt: 1 })])).toEqual({ loses: [], keeps: [] });
});

it("the license key of this purchase is lost, though another has one of its own", () => {
  const type = "license_key";
  expect(effectOf([held("a", "x", { type }), held("b", "x", { type })])).toEqual({
    loses: ["x"],
    keeps: [],
  });
});

it("what stays in force takes nothing", () => {
  expect(effectOf([held("a", "x")], { active: true })).toEqual({ loses: [], keeps: [] });
});
