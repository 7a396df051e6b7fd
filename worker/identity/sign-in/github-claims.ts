import { z } from "zod";
import type { Claims } from "./claims.ts";
import { fetchFromProvider } from "./provider-fetch.ts";

const userSchema = z.object({
  id: z.number().int().positive(),
  login: z.string(),
  name: z.string().nullish(),
  avatar_url: z.string().nullish(),
});
const emailsSchema = z.array(
  z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }),
);

/**
 * Fetches a GitHub user as OpenID claims. The subject is the numeric id, since logins can be reassigned. The email is
 * the primary verified one, since the profile's email is not verified.
 * @throws Error if GitHub answers with anything else, ProviderUnreachableError
 */
export async function fetchGitHubClaims(accessToken: string): Promise<Claims> {
  const [user, emails] = await Promise.all([
    fetchFromGitHub(accessToken, "/user").then((body) => userSchema.parse(body)),
    fetchFromGitHub(accessToken, "/user/emails").then((body) => emailsSchema.parse(body)),
  ]);
  const email = emails.find((entry) => entry.primary && entry.verified)?.email;
  return {
    sub: String(user.id),
    name: user.name,
    preferred_username: user.login,
    picture: user.avatar_url,
    ...(email !== undefined && { email, email_verified: true }),
  };
}

async function fetchFromGitHub(accessToken: string, path: string): Promise<unknown> {
  const response = await fetchFromProvider(`https://api.github.com${path}`, {
    headers: {
      accept: "application/vnd.github+json",
      authorization: `Bearer ${accessToken}`,
      "user-agent": "gatehouse",
      "x-github-api-version": "2022-11-28",
    },
  });
  if (!response.ok) throw new Error(`GitHub answered ${response.status} to ${path}`);
  return response.json();
}
