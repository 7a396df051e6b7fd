import { readFileSync, writeFileSync } from "node:fs";
import { replaceRetention } from "../docs/retention-guide.ts";

const GUIDE = "docs/guides/security.md";

// npm run retention:guide writes the table of what is kept for how long. A test fails if it is not the current one.
writeFileSync(GUIDE, replaceRetention(readFileSync(GUIDE, "utf8")));
