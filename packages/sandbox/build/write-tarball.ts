import { fileURLToPath } from "node:url";
import { packPackage } from "./build-package.ts";

// Packs the package in a clone, to try it in a project before it is published.
console.log(
  await packPackage(fileURLToPath(new URL("../../../dist/sandbox-package", import.meta.url))),
);
