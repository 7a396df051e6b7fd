import { expect, test } from "vitest";
import { readSenderDomain } from "./sending-domain.ts";

test.each([
  ["shop@fern.example", "fern.example"],
  ["Fern <shop@Fern.example>", "fern.example"],
  ["Fern", undefined],
  ["Fern <shop>", undefined],
  ["shop@localhost", undefined],
])("the domain of the sender %s is %s", (from, expected) =>
  expect(readSenderDomain(from)).toBe(expected),
);
