/** The part of Vitest's JSON report that is read here. `failureMessages` contain a stack. */
export type ContractResults = {
  testResults: {
    name: string;
    assertionResults: {
      ancestorTitles: string[];
      title: string;
      status: string;
      failureMessages?: string[] | null;
      meta?: { openQuestion?: string; skipReason?: string };
    }[];
    /** Why a whole file failed, e.g. because it could not connect. */
    message?: string;
  }[];
};

/** Where the tests ran, and with which versions. */
export type ContractRun = {
  target: "Stripe" | "the stand-in";
  at: Date;
  apiVersion: string;
  clientVersion: string;
};

type Fact = {
  file: string;
  statement: string;
  /** `agreed`: as the stand-in does it. */
  state: "agreed" | "differs" | "not asked";
  detail: string | null;
  openQuestion: string | null;
};

/**
 * Builds the report of a run of the contract tests, in Markdown to paste into an issue. The open questions are those
 * that the tests mark, and come first. Keys and account ids are removed.
 */
export function buildContractReport(results: ContractResults, run: ContractRun): string {
  const facts = results.testResults.flatMap(readFacts);
  const isReal = run.target === "Stripe";
  const open = facts.filter(({ openQuestion }) => openQuestion !== null);
  const others = facts.filter(({ openQuestion }) => openQuestion === null);
  const differing = facts.filter(({ state }) => state === "differs");
  const notAsked = facts.filter(({ state }) => state === "not asked");
  const lines = [
    `# Contract with Stripe: ${summarize(facts, isReal)}`,
    "",
    `Ran against ${run.target} on ${run.at.toISOString().slice(0, 16).replace("T", " ")} UTC, with API version ${run.apiVersion} and stripe ${run.clientVersion}.`,
    ...(isReal
      ? []
      : ["", "Nothing is settled by this run: it only shows what the stand-in assumes."]),
    "",
    "## Open questions",
    "",
    "Stripe's documents leave these open, and only a run with a key settles them.",
    "",
    ...toTable(open, isReal),
    "",
    "## Everything else",
    "",
    ...toTable(others, isReal),
    ...(differing.length > 0 ? ["", "## What differs", ...differing.flatMap(toDetail)] : []),
    ...(notAsked.length > 0 ? ["", "## What was not asked", ...notAsked.flatMap(toDetail)] : []),
  ];
  return `${lines.join("\n")}\n`;
}

function readFacts(result: ContractResults["testResults"][number]): Fact[] {
  const file = result.name.split("/").at(-1) ?? result.name;
  if (result.assertionResults.length === 0)
    return [
      {
        file,
        statement: "the tests of this file could not start",
        state: "differs",
        detail: result.message ?? null,
        openQuestion: null,
      },
    ];
  return result.assertionResults.map(({ ancestorTitles, title, status, ...rest }) => ({
    file,
    statement: [...ancestorTitles, title].join(" › "),
    state: status === "passed" ? "agreed" : status === "failed" ? "differs" : "not asked",
    detail: rest.failureMessages?.join("\n") || rest.meta?.skipReason || null,
    openQuestion: rest.meta?.openQuestion ?? null,
  }));
}

function summarize(facts: Fact[], isReal: boolean): string {
  const count = (state: Fact["state"]) => facts.filter((fact) => fact.state === state).length;
  if (!isReal) return `${facts.length} assumptions, none asked at Stripe`;
  return `${count("agreed")} agree, ${count("differs")} differ, ${count("not asked")} not asked`;
}

function toTable(facts: Fact[], isReal: boolean): string[] {
  if (facts.length === 0) return ["None."];
  const isOpen = facts.some(({ openQuestion }) => openQuestion !== null);
  return [
    `| what is assumed | result |${isOpen ? " what depends on it |" : ""}`,
    `| --- | --- |${isOpen ? " --- |" : ""}`,
    ...facts.map(({ statement, state, openQuestion }) => {
      const cells = [
        statement,
        describeState(state, isReal),
        ...(openQuestion ? [openQuestion] : []),
      ];
      return `| ${cells.map(escapeCell).join(" | ")} |`;
    }),
  ];
}

function describeState(state: Fact["state"], isReal: boolean): string {
  if (state === "differs") return isReal ? "**differs**" : "**fails**";
  return isReal && state === "agreed" ? "as assumed" : "not asked";
}

function toDetail({ file, statement, detail }: Fact): string[] {
  // The first lines say what was expected and received; the rest is a stack of this machine.
  const text = (detail ?? "").split(/\n\s+at /)[0]!.slice(0, 1500);
  return ["", `### ${statement}`, "", `In ${file}:`, "", "```", redact(text), "```"];
}

/** Removes keys, secrets and account ids. Ids of requests stay: Stripe's support can look them up. */
function redact(text: string): string {
  return text
    .replaceAll(/\b((?:sk|rk|pk)_(?:test|live)_|whsec_)[\w.*]+/g, "$1…")
    .replaceAll(/\bacct_\w+/g, "acct_…")
    .replaceAll("```", "'''");
}

function escapeCell(text: string): string {
  return text.replaceAll("|", "\\|");
}
