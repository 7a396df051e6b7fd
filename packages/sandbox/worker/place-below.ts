import { notice } from "./pages.ts";

/** The pages name each other from the root, and a world is below a path. Says on each page that nothing is real. */
export function placeBelow(base: string, response: Response): Response {
  const location = response.headers.get("location");
  const placed = new Response(response.body, response);
  if (location !== null && isFromRoot(location) && !location.startsWith(`${base}/`))
    placed.headers.set("location", base + location);
  if (!response.headers.get("content-type")?.startsWith("text/html")) return placed;
  const rewriter = new HTMLRewriter().on("body", {
    element: (body) =>
      void body.prepend(`<p class="notice" role="note">${notice}</p>`, { html: true }),
  });
  for (const name of ["href", "action", "src"])
    rewriter.on(`[${name}]`, {
      element(element) {
        const value = element.getAttribute(name) ?? "";
        if (isFromRoot(value) && !value.startsWith(`${base}/`))
          element.setAttribute(name, base + value);
      },
    });
  return rewriter.transform(placed);
}

const isFromRoot = (url: string) => url.startsWith("/") && !url.startsWith("//");
