import type { Ctx, Profile } from "../../context.ts";
import { answerJsonText, frequentCall } from "../../http/frequent-call.ts";
import { readLocaleCookie, writeLocaleCookie } from "../../http/locale-cookie.ts";
import { limitAddress } from "../../http/rate-limit.ts";
import { findSession, renewSessionCookie } from "../../http/session.ts";
import { readLanguages } from "../../settings/languages.ts";
import { consoleLocales, matchLocale, pseudoLocale } from "../../shared/locales.ts";

/** What a browser learns about who visits. */
export function showVisitor(profile: Profile | undefined) {
  return { user: profile ?? null };
}

/**
 * Puts the language that a user has chosen in another browser into the cookie of this one: the next page is in it.
 * @param cookies the header of the request
 * @returns the cookie to set; undefined if this browser has it
 */
export async function followStoredLocale(
  ctx: Ctx,
  profile: Profile | undefined,
  cookies: string,
): Promise<string | undefined> {
  const stored = profile?.locale;
  if (!stored) return undefined;
  const current = readLocaleCookie(ctx, cookies);
  if (current === pseudoLocale) return undefined;
  const locale = matchLocale([stored], [...(await readLanguages(ctx)).offered, ...consoleLocales]);
  return locale && locale !== current ? writeLocaleCookie(ctx, locale) : undefined;
}

type Input = { request: Request; session?: Awaited<ReturnType<typeof findSession>> };

/** `GET /api/me`. Its answer is the same in every language. */
export const visitorCall = frequentCall<Input>({
  method: "GET",
  path: "/api/me",
  isVisit: true,
  read: async (request) => ({ request }),
  async answer(ctx, env, input) {
    const { request } = input;
    await limitAddress({ req: { raw: request }, env }, "API_LIMIT", "me");
    const cookies = request.headers.get("cookie") ?? "";
    input.session = await findSession(ctx, cookies);
    const profile = input.session?.session?.profile;
    const cookie = await followStoredLocale(ctx, profile, cookies);
    const response = answerJsonText(JSON.stringify(showVisitor(profile)));
    if (cookie) response.headers.append("set-cookie", cookie);
    return response;
  },
  finish({ headers }, ctx, { session }) {
    if (session) renewSessionCookie(headers, ctx, session);
  },
});
