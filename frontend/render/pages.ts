// What the Worker loads when it draws its first page. One module, because the two kinds of pages share nearly everything:
// as files of their own, they would be larger together.
export { renderPage } from "./render-page.tsx";
export { renderPlainPage } from "./render-plain-page.tsx";
