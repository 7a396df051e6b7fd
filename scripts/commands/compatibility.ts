import { findIncompatibilities } from "../release/compatibility.ts";
import { readMigrations, readRecords } from "../release/record.ts";

// A check: the code of the newest release must work with the database of today. docs/guides/upgrade.md explains the mark.
const problems = findIncompatibilities(readMigrations(), readRecords());
for (const problem of problems) console.error(problem);
if (problems.length > 0)
  console.error(
    "Upgrades migrate the database while the previous release sells. Only add, and drop what is unused one release later, under `-- unused since VERSION: table.column`.",
  );
process.exitCode = problems.length === 0 ? 0 : 1;
