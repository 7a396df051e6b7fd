/** Reads the `state` from the authorization URL in the library's response; null if it started no authorization. */
export async function readState(response: Response): Promise<string | null> {
  const location = response.headers.get("location");
  const url = location ?? (await response.clone().json<{ url?: string }>()).url;
  return url !== undefined && URL.canParse(url) ? new URL(url).searchParams.get("state") : null;
}
