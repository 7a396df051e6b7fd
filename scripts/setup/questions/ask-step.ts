import type { Answers } from "../finding.ts";
import type { Dialog } from "../dialog.ts";
import type { Step } from "../steps.ts";
import type { Surroundings } from "../surroundings.ts";
import { askCloudflare, askHost, askName, askPlace } from "./cloudflare.ts";
import { askProvider } from "./provider.ts";
import { askMail, askShop, askStripe } from "./shop.ts";

/** What a question sees. `token` is undefined as long as there is none. */
export type QuestionContext = {
  answers: Answers;
  dialog: Dialog;
  surroundings: Surroundings;
  token: string | undefined;
};

/** Asks for the settings of a step. Returns only these; an empty text removes a setting. */
export type AskStep = (context: QuestionContext) => Promise<Answers>;

/** The questions of each step. */
export const questions: Record<Step["id"], AskStep> = {
  cloudflare: askCloudflare,
  name: askName,
  host: askHost,
  place: askPlace,
  shop: askShop,
  provider: askProvider,
  stripe: askStripe,
  mail: askMail,
};
