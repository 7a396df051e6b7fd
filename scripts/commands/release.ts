import { buildFrontend, buildWorker } from "../shop/parts.ts";
import { runCommand, runOrThrow } from "../deploy/runner.ts";
import { writeAssets } from "../release/assets.ts";
import { prepareRelease } from "../release/prepare.ts";
import { publishRelease } from "../release/publish.ts";
import { parseFlags, runScript } from "../run-script.ts";

const USAGE = "npm run release -- prepare 1.2.0 | build v1.2.0 | publish v1.2.0";
const DIR = "dist/release";

const { positionals } = parseFlags(USAGE, { options: {}, allowPositionals: true });
const [step, name = process.env["GITHUB_REF_NAME"] ?? ""] = positionals;

// `prepare` is for whoever makes the release. The workflow release.yml runs the others when its tag is pushed.
await runScript(async () => {
  if (step === "prepare") {
    const { stdout } = await runOrThrow(runCommand, "git", ["status", "--porcelain"], {
      quiet: true,
    });
    if (stdout !== "") throw new Error(`Commit these changes first:\n${stdout}`);
    await buildFrontend();
    await buildWorker("dist");
    const date = new Date().toISOString().slice(0, 10);
    prepareRelease({ root: ".", version: name, date, workerDir: "dist/worker" });
    console.log(
      `Release ${name} is prepared. Read CHANGELOG.md once more, run \`npm test\`, then:\n` +
        `  git add -A && git commit -m "release: ${name}"\n  git tag v${name}\n  git push origin HEAD v${name}`,
    );
  } else if (step === "build") {
    await buildFrontend();
    await buildWorker("dist");
    const { stdout } = await runOrThrow(runCommand, "git", ["rev-parse", "HEAD"], { quiet: true });
    const manifest = await writeAssets(runCommand, {
      root: ".",
      tag: name,
      commit: stdout.trim(),
      dir: DIR,
    });
    console.log(JSON.stringify(manifest, null, 2));
  } else if (step === "publish") await publishRelease(process.env, { tag: name, dir: DIR });
  else throw new Error(`Usage: ${USAGE}`);
});
