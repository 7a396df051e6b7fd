import "./styles/index.css";
import { startTransition, StrictMode, useLayoutEffect, type ReactNode } from "react";
import { flushSync } from "react-dom";
import { createRoot, hydrateRoot } from "react-dom/client";
import type { PageData } from "../worker/render/renderer.ts";
import { App } from "./app.tsx";
import { shopQuery } from "./http/shop.ts";
import { browserI18n, loadCatalog } from "./i18n/browser-i18n.ts";
import { answerSource, firstAnswers } from "./http/browser-answers.ts";
import { meQuery, noteUser } from "./http/session.ts";
import { fillAnswers, readPageData } from "./render/page-data.ts";
import { preloadAbsentPage, preloadPage, Routes } from "./routes.tsx";

const root = getRootElement();
const data = readPageData();
/** Whether the page was drawn for its reader alone. */
const isPersonal = data !== undefined && (data.me !== undefined || data.content.kind === "frame");
if (data) void takeOver(data);
else {
  // Every page needs these two responses. They load while React renders.
  for (const query of [meQuery, shopQuery])
    firstAnswers.fetchQuery<unknown>(query).catch(() => undefined);
  // The page's code loads together with the app's. Waiting for it briefly avoids a render with a skeleton, and shows
  // the content earlier (decision 20).
  void loadCatalog("shell")
    .catch(() => undefined)
    .then(() => Promise.race([preloadPage(location.pathname), delay(100)]))
    .then(() => createRoot(root).render(inApp(<Routes />)));
}

/**
 * Lets React take over the page that the Worker has drawn, once the page's code is there, so that both draw the same.
 * Until then, and if the code can't be loaded, the page stays as it is: its links and forms work. A page that was drawn
 * for its reader alone is drawn anew, in one step: the Worker knows neither the browser's time zone nor the fragment.
 */
async function takeOver(drawn: PageData): Promise<void> {
  fillAnswers(firstAnswers, drawn);
  if (drawn.me) noteUser(drawn.me.user, firstAnswers.cache);
  const { pathname } = location;
  const { kind } = drawn.content;
  const absent = kind === "missing" || kind === "gone" ? ({ pathname, kind } as const) : undefined;
  const [hasShell, hasPage] = await Promise.all([
    loadCatalog("shell").then(
      () => true,
      () => false,
    ),
    absent ? preloadAbsentPage(absent.kind) : preloadPage(pathname),
  ]);
  if (!hasShell || !hasPage) return;
  if (isPersonal) {
    const { dataset } = document.documentElement;
    // A click on what is drawn anew before the finger is up would be lost, and so would a form that was just sent.
    while (dataset["hand"] === "pressing") await delay(50);
    if (dataset["hand"] === "sending" || isBeingFilled()) return;
    endWait();
    const { restore, pressAgain } = noteState();
    const app = inApp(
      <Restored restore={restore}>
        <Routes />
      </Restored>,
    );
    // At once: what was just found out would not hold any more after a pause.
    flushSync(() => createRoot(root).render(app));
    pressAgain();
    return;
  }
  endWait();
  for (const button of root.querySelectorAll("button[data-busy]"))
    button.removeAttribute("data-busy");
  // In a transition, React lets the browser react to the visitor in between.
  startTransition(() => void hydrateRoot(root, inApp(<Routes absent={absent} />)));
}

/** @param props.restore runs when the page is drawn, before the browser shows it */
function Restored({ restore, children }: { restore: () => void; children: ReactNode }) {
  useLayoutEffect(restore, [restore]);
  return children;
}

/**
 * Notes what the reader has opened, where the focus is, and which button was pressed that needs the app.
 * @returns what restores it on the page as it is drawn anew
 */
function noteState(): { restore: () => void; pressAgain: () => void } {
  const listDetails = () => [...root.querySelectorAll("details")];
  const listFocusable = () => [...root.querySelectorAll<HTMLElement>("a, button, summary")];
  const open = listDetails().map((details) => details.open);
  const menu = root.querySelector("[popover]:popover-open")?.id;
  const note = (is: (element: HTMLElement) => boolean) => {
    const index = listFocusable().findIndex(is);
    const text = listFocusable()[index]?.textContent;
    return () => listFocusable().find((now, at) => at === index && now.textContent === text);
  };
  const findFocused = note((element) => element === document.activeElement);
  const findPressed = note((element) => element.dataset["busy"] === "true");
  const restore = () => {
    const now = listDetails();
    if (now.length === open.length)
      // What the fragment has opened stays open.
      for (const [index, details] of now.entries()) details.open ||= open[index] ?? false;
    if (menu !== undefined) document.getElementById(menu)?.showPopover();
    findFocused()?.focus({ preventScroll: true });
  };
  return { restore, pressAgain: () => findPressed()?.click() };
}

/** Ends what start-app.ts does until the app is there. */
function endWait(): void {
  dispatchEvent(new Event("app"));
}

/** Whether the reader is filling in a form: what they typed would be lost, and the form works as it is. */
function isBeingFilled(): boolean {
  const fields = root.querySelectorAll<HTMLInputElement>("form input:not([type=checkbox])");
  return [...fields].some(
    (input) => input === document.activeElement || input.value !== input.defaultValue,
  );
}

function inApp(routes: ReactNode) {
  return (
    <StrictMode>
      <App i18n={browserI18n} source={answerSource} isRendered={data !== undefined && !isPersonal}>
        {routes}
      </App>
    </StrictMode>
  );
}

function getRootElement(): HTMLElement {
  const element = document.getElementById("root");
  if (!element) throw new Error("The document has no #root");
  return element;
}

function delay(milliseconds: number) {
  return new Promise<void>((resolve) => setTimeout(resolve, milliseconds));
}
