import {
  checkStep,
  listMissing,
  readFinalSettings,
  steps,
  type SetupContext,
  type Step,
} from "./steps.ts";
import type { Dialog } from "./dialog.ts";
import { findCloudflareToken } from "./find-token.ts";
import { describeFinding, isRefused, type Answers } from "./finding.ts";
import { questions } from "./questions/ask-step.ts";
import { writeSettingsFile } from "./settings-file.ts";
import type { Surroundings } from "./surroundings.ts";

/** What is kept from earlier runs, and where. */
export type Kept = { answers: Answers; settingsFile: string };

/**
 * Asks a person until every step is right. Each answer is written at once, so that a stopped setup goes on from there.
 * Answers of an earlier run are only checked again.
 * @throws SetupCanceled
 */
export async function completeByAsking(
  kept: Kept,
  surroundings: Surroundings,
  dialog: Dialog,
): Promise<SetupContext> {
  let answers = { ...kept.answers };
  let token = await findCloudflareToken(answers, surroundings.runner);
  const again = await chooseStepsToAskAgain(answers, dialog);
  for (const step of steps) {
    dialog.heading(step.title);
    let mustAsk = again.has(step.id);
    for (;;) {
      const isMissing = step.findMissing(answers).length > 0 || token === undefined;
      const isNew = step.id === "mail" && !("EMAIL_FROM" in answers);
      if (mustAsk || isMissing || isNew) {
        const given = await questions[step.id]({ answers, dialog, surroundings, token });
        answers = { ...answers, ...given };
        token = await findCloudflareToken(answers, surroundings.runner);
        writeSettingsFile(kept.settingsFile, answers);
      }
      const context = { answers, token: token ?? "", surroundings };
      const findings = await dialog.during("Checking", () => checkStep(step, context));
      for (const finding of findings) dialog.tell(finding);
      if (!isRefused(findings)) break;
      mustAsk = true;
    }
  }
  readFinalSettings(answers);
  return { answers, token: token ?? "", surroundings };
}

/** Asks which answers of a finished setup shall be changed. */
async function chooseStepsToAskAgain(answers: Answers, dialog: Dialog): Promise<Set<Step["id"]>> {
  if (listMissing(answers).length > 0) return new Set();
  const choice = await dialog.choose<Step["id"] | "none">({
    message: "The setup has all answers. What do you want to change?",
    choices: [
      { value: "none", label: "Nothing: check everything, and repair what is missing" },
      ...steps.map(({ id, title }) => ({ value: id, label: title })),
    ],
  });
  return new Set(choice === "none" ? [] : [choice]);
}

/**
 * Takes all answers from a file, for machines.
 * @throws Error with everything that is missing, or else with everything that is refused
 */
export async function completeFromFile(
  answers: Answers,
  surroundings: Surroundings,
  print: (line: string) => void,
): Promise<SetupContext> {
  const token = answers["CLOUDFLARE_API_TOKEN"];
  const missing = listMissing(answers).flatMap((each) => each.missing);
  if (!token) missing.unshift("CLOUDFLARE_API_TOKEN");
  if (missing.length > 0)
    throw new Error(`Missing answers:\n${missing.map((name) => `  ${name}`).join("\n")}`);
  const context = { answers, token: token!, surroundings };
  const refused: string[] = [];
  for (const step of steps) {
    for (const finding of await checkStep(step, context)) {
      const text = `${step.title}: ${describeFinding(finding).replace("\n", " ")}`;
      if (finding.state === "refused") refused.push(text);
      else print(text);
    }
  }
  if (refused.length > 0)
    throw new Error(`Refused answers:\n${refused.map((line) => `  ${line}`).join("\n")}`);
  readFinalSettings(answers);
  return context;
}
