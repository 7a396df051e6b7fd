import { z } from "zod";
import type { Ctx } from "../context.ts";
import { fail } from "../errors.ts";
import { readAtMost } from "../lib/read-at-most.ts";
import { SECOND } from "../lib/time.ts";

const TIMEOUT_MS = 5 * SECOND;
const MAX_BYTES = 100_000;
const TXT = 16;
const NO_ERROR = 0;
const NO_SUCH_NAME = 3;

/** The answer of a resolver, in the form of `application/dns-json`. */
const dnsAnswer = z.object({
  Status: z.int(),
  Answer: z.array(z.object({ type: z.int(), data: z.string() })).optional(),
});

/**
 * Asks the configured resolver for a TXT record.
 * @returns whether the name has this value, only other ones, or none
 * @throws `dns_unavailable` if the resolver or the domain's own servers don't answer
 */
export async function askForRecord(
  ctx: Ctx,
  { name, value }: { name: string; value: string },
): Promise<"found" | "other" | "missing"> {
  const texts = await readTexts(ctx, name).catch((error: unknown) => {
    throw fail("dns_unavailable", { cause: error });
  });
  if (texts.includes(value)) return "found";
  return texts.length > 0 ? "other" : "missing";
}

async function readTexts(ctx: Ctx, name: string): Promise<string[]> {
  const url = new URL(ctx.config.dnsUrl);
  url.searchParams.set("name", name);
  url.searchParams.set("type", "TXT");
  const response = await fetch(url, {
    headers: { accept: "application/dns-json" },
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const body = response.ok ? await readAtMost(response.body, MAX_BYTES) : null;
  if (!body) throw new Error(`The resolver answered ${response.status}`);
  const { Status: status, Answer: records = [] } = dnsAnswer.parse(await new Response(body).json());
  if (status !== NO_ERROR && status !== NO_SUCH_NAME)
    throw new Error(`The DNS answered with the code ${status}`);
  return records.filter(({ type }) => type === TXT).map(({ data }) => joinStrings(data));
}

/** A long text is in several strings. Some resolvers leave the quotes out. */
function joinStrings(data: string): string {
  const strings = data.match(/"(?:[^"\\]|\\.)*"/g);
  return strings ? strings.map((part) => part.slice(1, -1)).join("") : data.trim();
}
