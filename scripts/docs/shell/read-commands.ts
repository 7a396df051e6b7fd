/** A command that a document tells its reader to run. */
export type ShellCommand = {
  file: string;
  /** The command as it is written. */
  text: string;
  /** Variables that are set for it only. */
  variables: string[];
  program: string;
  args: string[];
};

/** What begins a command outside of a block for the shell, where text can be anything. */
const known = /^(?:[A-Z][A-Z0-9_]*=\S+ +)*(?:npm|npx|node|git|curl|wrangler)\s/;

/** Finds the commands of a Markdown file: those of its blocks, and those in a line of text. */
export function readCommands(file: string, markdown: string): ShellCommand[] {
  const blocks = [...markdown.matchAll(/^ *(`{3,})(\w*)[^\n]*\n([\s\S]*?)^ *\1 *$/gm)];
  const prose = markdown.replaceAll(/^ *(`{3,})[^\n]*\n[\s\S]*?^ *\1 *$/gm, "");
  const spans = [...prose.matchAll(/`([^`]+)`/g)]
    .map(([, text = ""]) => text.replaceAll(/\s+/g, " ").replaceAll(String.raw`\|`, "|"))
    .filter((text) => known.test(text));
  const lines = blocks.flatMap(([, , language = "", code = ""]) => {
    if (!["", "sh", "bash", "console"].includes(language)) return [];
    const all = joinLines(code);
    const session = all.filter((line) => line.startsWith("$ ")).map((line) => line.slice(2));
    if (session.length > 0) return session;
    return language === "" ? all.filter((line) => known.test(line) || isCron(line)) : all;
  });
  return [...lines, ...spans].flatMap((line) =>
    splitLine(line).map((words) => toCommand(file, words)),
  );
}

/** Joins the lines of a command that is longer than one: after a backslash, and within quotes. */
function joinLines(code: string): string[] {
  const lines: string[] = [];
  let open = "";
  for (const line of code.split("\n")) {
    open = open === "" ? line.trim() : `${open}\n${line}`;
    if (open.endsWith("\\")) {
      open = `${open.slice(0, -1).trimEnd()} `;
      continue;
    }
    if (/^[^']*'(?:[^']*'[^']*')*[^']*$/.test(open) && open.includes("'{")) continue;
    lines.push(open);
    open = "";
  }
  return lines.filter((line) => line !== "" && !line.startsWith("#"));
}

const cron = /^(?:[\d*/,-]+ +){5}/;
const isCron = (line: string) => cron.test(line);

/** Splits a line into commands, and each into its words. What explains a command stands behind two spaces or a `#`. */
function splitLine(line: string): string[][] {
  const [command = ""] = line
    .replace(cron, "")
    .replace(/\s+#\s.*$/, "")
    // A flag that may be left out.
    .replaceAll(/\[(-[^\]]*)\]/g, "$1")
    .split(/(?<=\S) {2,}(?=[a-z])/);
  const words = [
    ...command.matchAll(
      /&&|\|\||\||2?>>?(?:&\d)?|(?:"(?:[^"\\]|\\.)*"|'[^']*'|<[^<>]*>|[^\s"'|<>&])+/g,
    ),
  ].map(([word]) => word);
  const commands: string[][] = [[]];
  let skips = 0;
  for (const word of words) {
    if (["&&", "||", "|"].includes(word)) commands.push([]);
    else if (/^2?>/.test(word)) skips = /&\d$/.test(word) ? 0 : 1;
    else if (skips > 0) skips--;
    else commands.at(-1)?.push(word);
  }
  return commands.filter(({ length }) => length > 0);
}

function toCommand(file: string, words: string[]): ShellCommand {
  const first = words.findIndex((word) => !/^[A-Z][A-Z0-9_]*=/.test(word));
  const variables = words
    .slice(0, first === -1 ? words.length : first)
    .map((word) => word.replace(/=.*$/s, ""));
  const [program = "", ...args] = first === -1 ? [] : words.slice(first);
  return { file, text: words.join(" "), variables, program, args };
}
