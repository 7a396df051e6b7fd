import { describe, expect, it } from "vitest";
import { findEdits, mergeEdits, takeTheirs } from "./merge-edits.ts";

const base = {
  version: 1,
  name: "Tidewater",
  line: "Field recordings",
  supportEmail: "",
  translations: { de: { line: "Aufnahmen" } } as Record<string, Record<string, string>>,
};

describe("a merge by field", () => {
  it("a field that only they changed is taken, and one that only I changed stays", () => {
    const mine = { ...base, supportEmail: "help@example.com" };
    const theirs = { ...base, version: 2, line: "Sounds of the sea" };
    expect(mergeEdits({ base, mine, theirs })).toEqual({
      merged: { ...theirs, supportEmail: "help@example.com" },
      taken: ["line"],
      conflicts: [],
    });
  });

  it("a field that both changed is a conflict with both values, and mine stays until theirs is chosen", () => {
    const mine = { ...base, line: "Mine" };
    const theirs = { ...base, version: 2, line: "Theirs" };
    const { merged, taken, conflicts } = mergeEdits({ base, mine, theirs });
    expect({ merged, taken }).toEqual({ merged: { ...mine, version: 2 }, taken: [] });
    expect(conflicts).toEqual([{ path: "line", mine: "Mine", theirs: "Theirs" }]);
    expect(takeTheirs(merged, conflicts[0]!)).toEqual(theirs);
  });

  it("a field that both changed to the same value is no conflict", () => {
    const same = { ...base, line: "Same" };
    expect(mergeEdits({ base, mine: same, theirs: { ...same, version: 2 } })).toEqual({
      merged: { ...same, version: 2 },
      taken: [],
      conflicts: [],
    });
  });

  it("texts in other languages are fields of their own", () => {
    const mine = { ...base, translations: { de: { line: "Meine" }, fr: { line: "À moi" } } };
    const theirs = {
      ...base,
      version: 2,
      translations: { de: { line: "Ihre" }, es: { line: "Su" } },
    };
    const { merged, taken, conflicts } = mergeEdits({ base, mine, theirs });
    expect(merged.translations).toEqual({
      de: { line: "Meine" },
      es: { line: "Su" },
      fr: { line: "À moi" },
    });
    expect(taken).toEqual(["translations.es"]);
    expect(conflicts).toEqual([{ path: "translations.de.line", mine: "Meine", theirs: "Ihre" }]);
    expect(takeTheirs(merged, conflicts[0]!).translations["de"]).toEqual({ line: "Ihre" });
  });

  it("a text that they removed is removed, unless I changed it", () => {
    const theirs = { ...base, version: 2, translations: {} };
    expect(mergeEdits({ base, mine: base, theirs }).merged.translations).toEqual({});
    const mine = { ...base, translations: { de: { line: "Meine" } } };
    const { merged, conflicts } = mergeEdits({ base, mine, theirs });
    expect(merged.translations).toEqual({ de: { line: "Meine" } });
    expect(conflicts).toEqual([
      { path: "translations.de", mine: { line: "Meine" }, theirs: undefined },
    ]);
    expect(takeTheirs(merged, conflicts[0]!).translations).toEqual({});
  });

  it("a text that I removed stays removed, and their other texts are taken", () => {
    const from = { ...base, translations: { de: { line: "Alt", name: "Weg" } } };
    const mine = { ...base, translations: { de: { line: "Alt" } } };
    const theirs = { ...base, version: 2, translations: { de: { line: "Neu", name: "Weg" } } };
    expect(mergeEdits({ base: from, mine, theirs }).merged.translations).toEqual({
      de: { line: "Neu" },
    });
  });

  it("a save of another part, which only raises the version, changes no field", () => {
    const mine = { ...base, line: "Mine" };
    expect(mergeEdits({ base, mine, theirs: { ...base, version: 2 } })).toEqual({
      merged: { ...mine, version: 2 },
      taken: [],
      conflicts: [],
    });
  });

  it("rows are merged by their keys and fields", () => {
    type Row = { key: string; name: string; note: string };
    const row = (key: string, name: string, note = ""): Row => ({ key, name, note });
    const keepMine = (mine: Row[], _: Row[], theirs: Row[]) => [
      ...mine,
      ...theirs.filter(({ key }) => !mine.some((each) => each.key === key)),
    ];
    const versions = {
      base: { rows: [row("a", "A"), row("b", "B")] },
      mine: { rows: [row("a", "A mine"), row("b", "B", "mine")] },
      theirs: { rows: [row("a", "A theirs"), row("b", "B theirs"), row("c", "C")] },
    };
    const { merged, taken, conflicts } = mergeEdits(versions, { rows: keepMine });
    expect(merged.rows).toEqual([row("a", "A mine"), row("b", "B theirs", "mine"), row("c", "C")]);
    expect(taken).toEqual(["rows.b.name"]);
    expect(conflicts).toEqual([{ path: "rows.a.name", mine: "A mine", theirs: "A theirs" }]);
    expect(takeTheirs(merged, conflicts[0]!).rows[0]).toEqual(row("a", "A theirs"));
  });
});

describe("a draft that was kept in the browser", () => {
  it("a restored draft changes only the fields that differ from what it began from", () => {
    const draft = { ...base, supportEmail: "help@example.com" };
    expect(findEdits(draft, base)).toEqual({ supportEmail: "help@example.com" });
    // What another member saved meanwhile stays.
    const theirs = { ...base, version: 2, line: "Theirs" };
    const { merged } = mergeEdits({ base, mine: { ...base, ...findEdits(draft, base) }, theirs });
    expect(merged).toEqual({ ...theirs, supportEmail: "help@example.com" });
  });
});
