declare module "virtual:client-files" {
  const files: import("../build/client-files.ts").ClientFiles;
  export default files;
}
