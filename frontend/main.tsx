import "./styles/index.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app.tsx";
import { shopQuery } from "./http/shop.ts";
import { queryClient } from "./http/query.ts";
import { meQuery } from "./http/session.ts";
import { preloadPage } from "./routes.tsx";

// Every page needs these two responses. They load while React renders.
void queryClient.prefetchQuery(meQuery);
void queryClient.prefetchQuery(shopQuery);

const root = createRoot(getRootElement());
// The page's code loads together with the app's (build/preload-pages.ts). Waiting for it briefly avoids a render with a
// skeleton, and shows the content earlier (decision 20).
void Promise.race([preloadPage(location.pathname), delay(100)]).then(() =>
  root.render(
    <StrictMode>
      <App />
    </StrictMode>,
  ),
);

function getRootElement(): HTMLElement {
  const element = document.getElementById("root");
  if (!element) throw new Error("index.html has no #root");
  return element;
}

function delay(milliseconds: number) {
  return new Promise<void>((resolve) => setTimeout(resolve, milliseconds));
}
