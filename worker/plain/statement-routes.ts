import { Hono, type Context } from "hono";
import { z } from "zod";
import type { AppEnv } from "../context.ts";
import type { StatementKind } from "../db/schema/statements.ts";
import { validate } from "../http/validate.ts";
import { idSchema } from "../lib/id-schema.ts";
import { newId } from "../lib/ids.ts";
import { rateLimitKey } from "../lib/rate-limit-key.ts";
import { plainText } from "../lib/text-schema.ts";
import type { StatementContent, StatementValues } from "../render/plain-content.ts";
import { declareStatement, type NewStatement } from "../statements/declare-statement.ts";
import { answerPlainPage } from "./answer-plain-page.ts";
import { statementLimits } from "../shared/statement-limits.ts";

const contractQuery = z.object({ contract: z.string().max(statementLimits.contract).catch("") });

/** As it is typed: what is wrong with it is said beside the field. */
const typed = z.string().max(2000).default("");
const form = z.object({
  name: typed,
  email: typed,
  contract: typed,
  cause: typed,
  reason: typed,
  wishedEnd: typed,
  /** Which button was pressed. */
  step: z.enum(["edit", "review", "declare"]).default("review"),
  id: idSchema("stm").optional(),
});

const day = z.iso.date().refine((text) => text < "2100");
const schema = z.object({
  name: plainText(statementLimits.name).min(1),
  email: z.email().max(statementLimits.email),
  contract: plainText(statementLimits.contract).min(1),
  cause: z.enum(["ordinary", "for_cause"]),
  reason: plainText(statementLimits.reason),
  wishedEnd: z.union([z.literal(""), day]),
});

/** `/withdraw` and `/cancel`: a buyer declares it without signing in, in two steps. The second one's button declares. */
export const statementRoutes = new Hono<AppEnv>()
  .get("/withdraw", validate("query", contractQuery), (c) =>
    answerForm(c, "withdrawal", c.req.valid("query")),
  )
  .post("/withdraw", validate("form", form), (c) =>
    answerStep(c, "withdrawal", c.req.valid("form")),
  )
  .get("/cancel", validate("query", contractQuery), (c) =>
    answerForm(c, "cancellation", c.req.valid("query")),
  )
  .post("/cancel", validate("form", form), (c) =>
    answerStep(c, "cancellation", c.req.valid("form")),
  );

/** The form as it is opened: with what the shop knows of a signed-in user, and the contract that a link names. */
function answerForm(c: Context<AppEnv>, of: StatementKind, { contract }: { contract: string }) {
  const { name, email } = c.var.profile ?? { name: null, email: null };
  return answer(c, {
    of,
    step: "enter",
    errors: [],
    values: {
      name: name ?? "",
      email: email ?? "",
      contract,
      cause: "ordinary",
      reason: "",
      wishedEnd: "",
    },
  });
}

async function answerStep(
  c: Context<AppEnv>,
  of: StatementKind,
  { step, id, ...entered }: z.output<typeof form>,
): Promise<Response> {
  const isWithdrawal = of === "withdrawal";
  const sent = isWithdrawal
    ? { ...entered, cause: "ordinary", reason: "", wishedEnd: "" }
    : { ...entered, cause: entered.cause || "ordinary" };
  const { ctx } = c.var;
  const checked = schema.safeParse(sent);
  if (!checked.success || step === "edit") {
    const errors = checked.success || step === "edit" ? [] : checked.error.issues;
    return answer(c, {
      of,
      step: "enter",
      errors: errors.map(({ path }) => path[0] as keyof StatementValues),
      values: sent,
    });
  }
  const values = checked.data;
  if (step === "review" || id === undefined)
    return answer(c, { of, step: "confirm", id: newId("stm", ctx.now), values });
  const { receivedAt } = await declareStatement(ctx, {
    statement: { id, kind: of, ...toStatement(of, values) },
    network: networkOf(c),
  });
  const isEmailed = ctx.config.auth.emailSender !== undefined;
  return answer(c, { of, step: "done", id, values, receivedAt, isEmailed });
}

function toStatement(
  of: StatementKind,
  values: z.output<typeof schema>,
): Omit<NewStatement, "id" | "kind"> {
  const { name, email, contract, cause, reason, wishedEnd } = values;
  const isForCause = of === "cancellation" && cause === "for_cause";
  return {
    name,
    email,
    contract,
    cause: of === "withdrawal" ? null : cause,
    reason: isForCause ? reason || null : null,
    wishedEnd: wishedEnd || null,
  };
}

function networkOf({ req }: Context<AppEnv>): string | null {
  const address = req.header("cf-connecting-ip");
  return address === undefined ? null : rateLimitKey(address);
}

function answer(c: Context<AppEnv>, content: StatementContent): Promise<Response> {
  const isRefused = content.step === "enter" && content.errors.length > 0;
  return answerPlainPage(c, {
    content: { kind: "statement", ...content },
    status: isRefused ? 422 : 200,
  });
}
