// `npm run build` makes this module from frontend/server.ts, and scripts/worker-bundle adds it to the Worker. Tests use
// the source.
declare module "@gatehouse/renderer" {
  type Renderer = import("./renderer.ts").Renderer;
  export const isAppPath: Renderer["isAppPath"];
  export const listScripts: Renderer["listScripts"];
  export const getAppShell: Renderer["getAppShell"];
  export const namePages: Renderer["namePages"];
  export const renderPage: Renderer["renderPage"];
  export const renderEmbed: Renderer["renderEmbed"];
  export const renderPlainPage: Renderer["renderPlainPage"];
}
