import "./styles/index.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app.tsx";
import { shopQuery } from "./http/shop.ts";
import { queryClient } from "./http/query.ts";
import { meQuery } from "./http/session.ts";
import { preloadPage } from "./routes.tsx";

// Every page asks these two. The answers are on their way while React draws.
void queryClient.prefetchQuery(meQuery);
void queryClient.prefetchQuery(shopQuery);

const root = createRoot(findRoot());
// The page's code came beside the app's (build/preload-pages.ts): with it at hand, everything is drawn once.
void Promise.race([preloadPage(location.pathname), after(100)]).then(() =>
  root.render(
    <StrictMode>
      <App />
    </StrictMode>,
  ),
);

function findRoot(): HTMLElement {
  const element = document.getElementById("root");
  if (!element) throw new Error("index.html has no #root");
  return element;
}

function after(milliseconds: number) {
  return new Promise<void>((resolve) => setTimeout(resolve, milliseconds));
}
