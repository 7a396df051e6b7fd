/** The Worker as it is deployed; its source where the benchmarks run briefly (vitest.config.ts). */
declare module "@gatehouse/worker" {
  export { default } from "../worker/index.ts";
}
