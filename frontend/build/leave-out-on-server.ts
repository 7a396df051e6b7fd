import type { Plugin } from "vite";

/**
 * Leaves out a module that the Worker never loads, although a component that it draws would load it in the browser.
 * @param path the end of the module's path; the module is empty then
 */
export function leaveOutOnServer(path: string): Plugin {
  return {
    name: "leave-out-on-server",
    apply: "build",
    applyToEnvironment: ({ name }) => name === "server",
    load: {
      filter: { id: new RegExp(`/${path.replaceAll(".", "\\.")}$`) },
      handler: () => "export {}",
    },
  };
}
