import type { Plugin } from "vite";

/**
 * Leaves the modules of `worker/shared` out of the server's build, as `@gatehouse/shared`. The Worker has them too, and
 * its bundle needs them once.
 */
export function sharedModules(): Plugin {
  return {
    name: "shared-modules",
    apply: "build",
    enforce: "pre",
    applyToEnvironment: ({ name }) => name === "server",
    resolveId(id) {
      const [, file] = /\/worker\/shared\/([\w-]+\.ts)$/.exec(id) ?? [];
      return file && { id: `@gatehouse/shared/${file}`, external: true };
    },
  };
}
