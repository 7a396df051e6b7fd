import { chromium, type Browser } from "playwright-core";
import { inject } from "vitest";

/** The features that Playwright disables, and those that start more processes. */
const UNUSED_FEATURES = [
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsUpgrades",
  "HttpsFirstBalancedModeAutoEnable",
  "LensOverlay",
  "MediaRouter",
  "PaintHolding",
  "ThirdPartyStoragePartitioning",
  "AvoidCorsURLLoaderRestartOnRedirect",
  "OptimizationHints",
  "NetworkTimeServiceQuerying",
  "AimEnabled",
  "PreconnectToSearch",
  "SpareRendererForSitePerProcess",
  "WebUIOmniboxAimPopup",
  "WebUIOmniboxPopup",
];

/** Starts Chromium with few processes: what they tell each other takes longer than what they do. */
export async function launchChromium(): Promise<Browser> {
  const browser = await chromium.launch({
    executablePath: inject("chromiumPath"),
    args: [
      `--disable-features=${UNUSED_FEATURES.join(",")}`,
      "--enable-features=CDPScreenshotNewSurface,SkipListAccountsWithoutGaiaCookies,NetworkServiceInProcess2",
      "--renderer-process-limit=1",
      "--in-process-gpu",
      // The local certificates are self-signed.
      "--ignore-certificate-errors",
    ],
    handleSIGTERM: false,
  });
  // So vitest ends this process. Playwright ends Chromium, and removes its files, as the process exits.
  process.once("SIGTERM", () => process.exit());
  return browser;
}
