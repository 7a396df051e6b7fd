import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as vm from "node:vm";

/**
 * Measures the CPU time that the bundled Worker takes to start, and fails if it is over the budget. `npm run check`
 * runs it. It measures what `wrangler check startup` does: the evaluation of the modules, which are compiled by then.
 * Docs: docs/decisions/0046-the-budget-of-the-worker.md.
 */

const BUDGET_MS = 40;
/** How long the reference takes on the machine that the budget is for. Slower or busier machines get more time. */
const REFERENCE_MS = 30;
/** The least of them counts, because other programs can only make one slower. */
const ROUNDS = 9;
/** On a busy machine, none of the first ones may have been undisturbed. */
const MAX_ROUNDS = 36;

const DIR = "dist/worker";

/** CPU times in milliseconds. */
type Times = { compile: number; evaluate: number; reference: number };

/** Code like the Worker's: many small functions and objects that are made once. */
const referenceSource = `const made = new Map();\n${Array.from(
  { length: 3000 },
  (_, i) =>
    `const make${i} = (of) => ({ id: ${i}, name: "name${i}", of, next(by) { return by + ${i}; } });
made.set("name${i}", Object.assign(Object.create(make${i}([1])), make${i}([2, ${i}])));`,
).join("\n")}`;

/** Returns what `work` results in, and the CPU time of all threads that it took, in milliseconds. */
async function measure<Result>(work: () => Promise<Result> | Result): Promise<[Result, number]> {
  const start = process.cpuUsage();
  const result = await work();
  const { user, system } = process.cpuUsage(start);
  return [result, (user + system) / 1000];
}

/** Compiles a module and everything that it imports at its start. */
async function compileModules(entry: string): Promise<vm.SourceTextModule> {
  const modules = new Map<string, vm.SourceTextModule>();
  const compile = (name: string) => {
    const known = modules.get(name);
    if (known) return known;
    const source = readFileSync(join(DIR, name), "utf8");
    const compiled = new vm.SourceTextModule(source, { identifier: name });
    modules.set(name, compiled);
    return compiled;
  };
  const main = compile(entry);
  await main.link(async (specifier) => {
    if (!specifier.startsWith("node:")) return compile(specifier.replace("./", ""));
    const exports: Record<string, unknown> = await import(specifier);
    const names = Object.keys(exports);
    const builtIn = new vm.SyntheticModule(names, () => {
      for (const name of names) builtIn.setExport(name, exports[name]);
    });
    return builtIn;
  });
  return main;
}

async function measureOnce(): Promise<Times> {
  const reference = new vm.SourceTextModule(referenceSource);
  await reference.link(() => reference);
  const [, referenceMs] = await measure(() => reference.evaluate());
  const [main, compileMs] = await measure(() => compileModules("index.js"));
  const [, evaluateMs] = await measure(() => main.evaluate());
  return { compile: compileMs, evaluate: evaluateMs, reference: referenceMs };
}

/**
 * Measures in a process of its own, because a second evaluation in one process is faster. V8 gets one thread: others
 * would compile and collect garbage as far as cores are idle, and a quiet machine would take a third more CPU.
 */
function measureInNewProcess(): Times {
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    [
      "--experimental-vm-modules",
      "--no-warnings",
      "--single-threaded",
      import.meta.filename,
      "once",
    ],
    { encoding: "utf8" },
  );
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as Times;
}

if (process.argv[2] === "once") console.log(JSON.stringify(await measureOnce()));
else {
  const rounds: Times[] = [];
  const least = (key: keyof Times) => Math.min(...rounds.map((times) => times[key]));
  const estimate = () => least("evaluate") / Math.max(1, least("reference") / REFERENCE_MS);
  while (rounds.length < ROUNDS || (estimate() > BUDGET_MS && rounds.length < MAX_ROUNDS))
    rounds.push(measureInNewProcess());
  const evaluate = estimate();
  console.log(
    `The Worker starts in ${evaluate.toFixed(1)} ms of CPU; the budget is ${BUDGET_MS} ms. ` +
      `(Here: ${least("evaluate").toFixed(1)} ms, after ${least("compile").toFixed(1)} ms to compile; ` +
      `the reference takes ${least("reference").toFixed(1)} ms.)`,
  );
  process.exitCode = evaluate <= BUDGET_MS ? 0 : 1;
}
