/** The text of a file, imported with Vite's `?raw`. */
declare module "*?raw" {
  const text: string;
  export default text;
}

/** Vite's `import.meta.glob`: every matching file, by path. */
interface ImportMeta {
  glob(
    pattern: string,
    options: { query: "?raw"; import: "default"; eager: true },
  ): Record<string, string>;
  /** Modules that are loaded when their function is called. */
  glob<Module>(pattern: string): Record<string, () => Promise<Module>>;
}
