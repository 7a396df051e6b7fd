import { readFileSync, writeFileSync } from "node:fs";
import { readPoints, replacePoints } from "../docs/metrics-guide.ts";

const GUIDE = "docs/guides/metrics.md";

// npm run metrics:guide writes the tables of data points. A test fails if they are not the current ones.
const entries = readPoints(readFileSync("worker/metrics/points.ts", "utf8"));
writeFileSync(GUIDE, replacePoints(readFileSync(GUIDE, "utf8"), entries));
