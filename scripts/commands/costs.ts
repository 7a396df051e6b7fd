import { readFileSync, writeFileSync } from "node:fs";
import { replaceCostTable } from "../costs/cost-table.ts";

const README = "README.md";

// Writes the table of costs into the README. A test fails if it is not the current one.
writeFileSync(README, replaceCostTable(readFileSync(README, "utf8")));
