import { Hono } from "hono";
import { z } from "zod";
import type { UserEnv } from "../../context.ts";
import { consumeRateLimit } from "../../http/rate-limit.ts";
import { runVerb } from "../../http/run-verb.ts";
import { validate } from "../../http/validate.ts";
import type { previewEmail as PreviewEmail } from "../../email/preview-email.ts";
import { locales } from "../../shared/locales.ts";
import { emailExamples } from "../../email/examples/example-names.ts";
import { answerEmailFrame } from "../frame/email-frame.ts";
import { deliverTestEmail, toTestEmail } from "../doctor/send-test-email.ts";

const exampleParam = z.object({ example: z.enum(emailExamples) });
const localeInput = z.strictObject({ locale: z.enum(locales) });
const htmlQuery = z.strictObject({
  locale: z.enum(locales),
  scheme: z.enum(["light", "dark"]),
});

/** Loads the emails when one is asked for. */
const previewEmail: typeof PreviewEmail = async (ctx, input) =>
  (await import("../../email/preview-email.ts")).previewEmail(ctx, input);

/** `/api/admin/settings/emails/examples`: each email to users with example data, in each language. */
export const emailExampleRoutes = new Hono<UserEnv>()
  .get(
    "/:example",
    ...runVerb(
      async (ctx, input) => {
        const { subject, text } = await previewEmail(ctx, input);
        return { subject, text };
      },
      { param: exampleParam, query: localeInput },
    ),
  )
  .get(
    "/:example/html",
    validate("param", exampleParam),
    validate("query", htmlQuery),
    async (c) => {
      const input = { ...c.req.valid("param"), ...c.req.valid("query") };
      const { html } = await previewEmail(c.var.ctx, input);
      return answerEmailFrame(c, html);
    },
  )
  .post(
    "/:example/test",
    validate("param", exampleParam),
    validate("json", localeInput),
    async (c) => {
      const { ctx, profile } = c.var;
      await consumeRateLimit(c.env.SIGN_IN_LIMIT, `test-email:${ctx.actor.userId}`);
      const to = profile?.emailVerified ? profile.email : null;
      const input = { ...c.req.valid("param"), ...c.req.valid("json") };
      return c.json(
        await deliverTestEmail(ctx, to, async () => {
          return toTestEmail(await previewEmail(ctx, input));
        }),
      );
    },
  );
