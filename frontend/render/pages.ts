// What the Worker loads when it draws its first page. One module, because its parts share nearly everything: as files
// of their own, they would be larger together.
export { namePages } from "./name-pages.ts";
export { renderEmbed } from "./render-embed.tsx";
export { renderPage } from "./render-page.tsx";
export { renderPlainPage } from "./render-plain-page.tsx";
