import { isLoopback } from "../config/sign-in-config.ts";

export const MAX_URL_LENGTH = 2048;

/** Ranges of IPv4 that are not public: the first address and the number of fixed bits. */
const privateRanges: [address: string, bits: number][] = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 3],
];

/** Names that a private network or a cloud gives to its own machines. */
const privateSuffixes = ["localhost", "local", "internal", "intranet", "lan", "home.arpa"];

/**
 * Returns why events may not be sent to a URL, as a sentence without its subject, or null if they may. Only https to
 * public hosts is allowed, on ports of web servers, so that the shop can't be used to reach a private network. If the shop itself runs on
 * loopback, http and loopback are allowed too.
 * @param shopOrigin the shop's scheme and host
 */
export function findUrlProblem(text: string, shopOrigin: string): string | null {
  if (text.length > MAX_URL_LENGTH) return `Must be ${MAX_URL_LENGTH} characters or fewer.`;
  // URL turns every spelling of an address (decimal, octal, hex, shortened) into the usual one.
  const url = URL.parse(text);
  if (!url || (url.protocol !== "https:" && url.protocol !== "http:"))
    return "Must be an https URL.";
  if (url.username !== "" || url.password !== "") return "Must not contain a password.";
  if (isLoopback(url) && isLoopback(new URL(shopOrigin))) return null;
  if (url.protocol !== "https:") return "Must start with https://.";
  // Below are the ports of other services, such as 22 and 25.
  if (url.port !== "" && Number(url.port) < 1024) return "Must use port 443, or one from 1024 on.";
  return isPublicHost(url.hostname) ? null : "Must be a public host.";
}

function isPublicHost(hostname: string): boolean {
  if (hostname.startsWith("[")) return isPublicIpv6(hostname.slice(1, -1));
  if (/^\d+\.\d+\.\d+\.\d+$/.test(hostname)) return isPublicIpv4(toNumber(hostname));
  const name = hostname.replace(/\.+$/, "");
  return (
    name.includes(".") &&
    !privateSuffixes.some((suffix) => name === suffix || name.endsWith(`.${suffix}`))
  );
}

function isPublicIpv4(address: number): boolean {
  return !privateRanges.some(([start, bits]) => {
    const size = 2 ** (32 - bits);
    return Math.floor(address / size) === Math.floor(toNumber(start) / size);
  });
}

function toNumber(ipv4: string): number {
  return ipv4.split(".").reduce((sum, part) => sum * 256 + Number(part), 0);
}

/**
 * Only 2000::/3 is public, which excludes loopback, link-local, unique local and mapped addresses. Within it, Teredo,
 * 6to4 and the addresses of documentation lead elsewhere.
 */
function isPublicIpv6(address: string): boolean {
  // Groups that `::` leaves out are zeros.
  const [first = 0, second = 0] = (address.split("::")[0] ?? "")
    .split(":")
    .map((group) => (group === "" ? 0 : parseInt(group, 16)));
  const isGlobal = first >= 0x2000 && first < 0x4000;
  const isSpecial =
    first === 0x2002 ||
    (first === 0x2001 && (second < 0x200 || second === 0xdb8)) ||
    first === 0x3fff;
  return isGlobal && !isSpecial;
}
