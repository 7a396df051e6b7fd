import { Hono } from "hono";
import { z } from "zod";
import type { UserEnv } from "../../context.ts";
import type { previewMessage as PreviewMessage } from "../../email/messages/compose-message-email.ts";
import { consumeRateLimit } from "../../http/rate-limit.ts";
import { requireFreshSignIn } from "../../http/require.ts";
import { andShow, runVerb } from "../../http/run-verb.ts";
import { validate } from "../../http/validate.ts";
import { idSchema } from "../../lib/id-schema.ts";
import { deliverTestEmail, toTestEmail } from "../doctor/send-test-email.ts";
import { answerEmailFrame } from "../frame/email-frame.ts";
import {
  createMessage,
  deleteMessage,
  findMessageOrFail,
  requireMessage,
  updateMessage,
} from "./save-message.ts";
import {
  frameQuery,
  localeBody,
  messageEdit,
  messageListQuery,
  messageVersion,
  newMessage,
} from "./schema.ts";
import { sendMessage, stopSending } from "./send-message.ts";
import { countRecipientsOf, listMessages, showMessage } from "./show-messages.ts";

const param = z.object({ id: idSchema("msg") });

/** Loads the emails when one is asked for. */
const previewMessage: typeof PreviewMessage = async (ctx, input) =>
  (await import("../../email/messages/compose-message-email.ts")).previewMessage(ctx, input);

/** `/api/admin/messages`: what the team writes to customers. */
export const messageRoutes = new Hono<UserEnv>()
  .get("/", ...runVerb(listMessages, { query: messageListQuery }))
  .post("/", ...runVerb(createMessage, { json: newMessage }, 201))
  .get("/:id", ...runVerb(showMessage, { param }))
  .put("/:id", ...runVerb(updateMessage, { param, json: messageEdit }))
  .delete("/:id", ...runVerb(deleteMessage, { param, query: messageVersion }))
  .get("/:id/recipients", ...runVerb(countRecipientsOf, { param }))
  .get("/:id/html", validate("param", param), validate("query", frameQuery), async (c) => {
    const { ctx } = c.var;
    const message = await findMessageOrFail(ctx, c.req.valid("param"));
    const { html } = await previewMessage(ctx, { message, ...c.req.valid("query") });
    return answerEmailFrame(c, html);
  })
  .post("/:id/test", validate("param", param), validate("json", localeBody), async (c) => {
    const { ctx, profile } = c.var;
    const message = await requireMessage(ctx, c.req.valid("param"));
    await consumeRateLimit(c.env.SIGN_IN_LIMIT, `test-email:${ctx.actor.userId}`);
    const to = profile?.emailVerified ? profile.email : null;
    const { locale } = c.req.valid("json");
    return c.json(
      await deliverTestEmail(ctx, to, async () =>
        toTestEmail(await previewMessage(ctx, { message, locale })),
      ),
    );
  })
  .post(
    "/:id/sending",
    requireFreshSignIn,
    ...runVerb(andShow(sendMessage, showMessage), { param, json: messageVersion }),
  )
  .delete("/:id/sending", ...runVerb(andShow(stopSending, showMessage), { param }));
