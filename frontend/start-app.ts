/**
 * Loads the app on a page that the Worker has drawn, after the page is on the screen: on a slow connection, text,
 * colors and pictures don't share the line with scripts that only add to them. Links and forms work before. Loads at
 * once when the visitor begins to use the page. Notes what the visitor's hand does until the app (main.tsx) is there,
 * since that must not draw a page anew under it.
 */

/** A picture may never arrive. */
const LONGEST_WAIT_MS = 3000;
const intents = ["pointerdown", "keydown", "touchstart"] as const;

const tag = document.querySelector<HTMLScriptElement>("script[data-scripts]");
const files = (list: string | undefined) => (list ?? "").split(" ").filter(Boolean);

const { dataset } = document.documentElement;
const untilApp = new AbortController();
const { signal } = untilApp;
const early = { capture: true, signal };
addEventListener("pointerdown", () => (dataset["hand"] = "pressing"), early);
for (const end of ["pointerup", "pointercancel"])
  addEventListener(end, () => delete dataset["hand"], early);
addEventListener("submit", () => (dataset["hand"] = "sending"), early);
// A button that needs the app looks busy until the app is there and presses it again.
addEventListener(
  "click",
  ({ target }) => {
    const button = target instanceof Element && target.closest<HTMLElement>("button[type=button]");
    if (button && !button.hasAttribute("popovertarget")) button.dataset["busy"] = "true";
  },
  { signal },
);
addEventListener(
  "app",
  () => {
    untilApp.abort();
    delete dataset["hand"];
  },
  { signal },
);

const loadApp = once(() => {
  for (const type of intents) removeEventListener(type, loadApp);
  // The page's code together with the app's, and not after it (decision 19).
  document.head.append(
    ...files(tag?.dataset["scripts"]).map((href) =>
      Object.assign(document.createElement("link"), { rel: "modulepreload", href }),
    ),
  );
  for (const src of files(tag?.dataset["entries"]))
    document.head.append(Object.assign(document.createElement("script"), { type: "module", src }));
  // While the files are on their way: else the app's first price would stop the page for a tenth of a second on a phone.
  void new Worker(new URL("./first-number-format.ts", import.meta.url), { type: "module" });
});

for (const type of intents) addEventListener(type, loadApp, { passive: true });
setTimeout(loadApp, LONGEST_WAIT_MS);
// A picture that has arrived is on the screen with the next frame. The callback runs before that frame, its timer
// after.
void Promise.all([waitForPaint(), ...listPictures().map(isDecoded)]).then(() =>
  requestAnimationFrame(() => setTimeout(loadApp)),
);

function waitForPaint(): Promise<void> {
  return new Promise((resolve) => {
    new PerformanceObserver((entries) => {
      if (entries.getEntriesByName("first-contentful-paint").length > 0) resolve();
    }).observe({ type: "paint", buffered: true });
  });
}

/** The pictures that the browser loads now, not only when the visitor scrolls. */
function listPictures(): HTMLImageElement[] {
  return [...document.images].filter(({ loading }) => loading !== "lazy");
}

/** A picture that cannot be loaded is not waited for. */
function isDecoded(picture: HTMLImageElement): Promise<unknown> {
  return picture.decode().catch(() => undefined);
}

function once(run: () => void): () => void {
  let hasRun = false;
  return () => {
    if (hasRun) return;
    hasRun = true;
    run();
  };
}
