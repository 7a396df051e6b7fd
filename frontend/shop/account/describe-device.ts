import type { I18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";

/** The first match wins: Edge and Opera user agents also contain "Chrome", and Chrome's contains "Safari". */
const browsers = [
  [/Edg(e|A|iOS)?\//, "Edge"],
  [/OPR\//, "Opera"],
  [/SamsungBrowser\//, "Samsung Internet"],
  [/(Firefox|FxiOS)\//, "Firefox"],
  [/(Chrome|CriOS)\//, "Chrome"],
  [/Safari\//, "Safari"],
] as const;

const operatingSystems = [
  [/iPhone/, "iPhone"],
  [/iPad/, "iPad"],
  [/Android/, "Android"],
  [/CrOS/, "ChromeOS"],
  [/Windows/, "Windows"],
  [/Mac OS X|Macintosh/, "Mac"],
  [/Linux|X11/, "Linux"],
] as const;

/** Describes a user agent, such as "Firefox on Windows". A user agent can be faked, so this is only a hint. */
export function describeDevice(i18n: I18n, userAgent: string | null): string {
  const browser = findMatchingName(browsers, userAgent ?? "");
  const system = findMatchingName(operatingSystems, userAgent ?? "");
  if (browser && system)
    return i18n._(msg({ message: `${browser} on ${system}`, comment: "Firefox on Windows" }));
  return browser ?? system ?? i18n._(msg`Unknown device`);
}

function findMatchingName(patterns: readonly (readonly [RegExp, string])[], userAgent: string) {
  return patterns.find(([pattern]) => pattern.test(userAgent))?.[1];
}
