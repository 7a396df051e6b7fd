import starlight from "@astrojs/starlight";
import { defineConfig, passthroughImageService } from "astro/config";
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

// `npm run docs` writes everything that the site shows to a folder, and then builds it.
const prepared = pathToFileURL(`${process.env["DOCS_FOLDER"]}/`);
const read = (name: string) => JSON.parse(readFileSync(new URL(name, prepared), "utf8"));
const { site, base, version, menu, sidebar } = read("site.json");

export default defineConfig({
  ...(site && { site }),
  ...(base && { base }),
  trailingSlash: "always",
  publicDir: new URL("public/", prepared).pathname,
  outDir: new URL("site/", prepared).pathname,
  cacheDir: new URL("cache/", prepared).pathname,
  // No style sheet delays the first paint. They are the size of a small picture, once compressed.
  build: { inlineStylesheets: "always" },
  vite: { define: { __EDITIONS__: JSON.stringify(menu) } },
  image: { service: passthroughImageService() },
  integrations: [
    starlight({
      title: `Gatehouse ${version}`,
      customCss: ["./src/styles/site.css"],
      components: {
        PageTitle: "./src/components/page-title.astro",
        SiteTitle: "./src/components/site-title.astro",
      },
      sidebar,
      expressiveCode: { defaultProps: { frame: "none" }, emitExternalStylesheet: false },
    }),
  ],
});
