/** The settings that are known so far, by their names in docs/guides/configuration.md, and the setup's own names. */
export type Answers = Record<string, string | undefined>;

/**
 * What a check has found. `refused`: the shop could not work with this answer, and `next` is what to do about it.
 * `warning`: it may work, and a person decides.
 */
export type Finding =
  | { state: "ok"; says: string }
  | { state: "warning" | "refused"; says: string; next: string };

export const accept = (says: string): Finding => ({ state: "ok", says });
export const warn = (says: string, next: string): Finding => ({ state: "warning", says, next });
export const refuse = (says: string, next: string): Finding => ({ state: "refused", says, next });

/** Whether a check lets the setup go on. */
export const isRefused = (findings: Finding[]): boolean =>
  findings.some(({ state }) => state === "refused");

/** Describes a finding in one line, or two with what to do next. */
export function describeFinding(finding: Finding): string {
  return finding.state === "ok" ? finding.says : `${finding.says}\n${finding.next}`;
}
