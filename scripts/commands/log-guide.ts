import { readFileSync, writeFileSync } from "node:fs";
import { readLogEvents, replaceLogEvents } from "../docs/log-guide.ts";

const GUIDE = "docs/guides/logs.md";

// npm run logs:guide writes the table of events. A test fails if it is not the current one.
const events = readLogEvents(readFileSync("worker/lib/log-events.ts", "utf8"));
writeFileSync(GUIDE, replaceLogEvents(readFileSync(GUIDE, "utf8"), events));
