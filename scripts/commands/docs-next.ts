import { followNextGuide } from "../docs/next/follow-guide.ts";
import { parseFlags, runScript } from "../run-script.ts";

parseFlags("npm run docs:next", { options: {} });

await runScript(async () => {
  const seconds = await followNextGuide(console.log);
  console.log(`\nThe guide works as it is written, in ${(seconds / 60).toFixed(1)} minutes.`);
});
