import { Hono } from "hono";
import { z } from "zod";
import type { UserEnv } from "../../context.ts";
import { runVerb } from "../../http/run-verb.ts";
import { validate } from "../../http/validate.ts";
import { addFileVersion } from "./add-file-version.ts";
import {
  beginUpload,
  abortUpload,
  listOpenUploads,
  listUploads,
  showUpload,
  uploadPart,
} from "./manage-uploads.ts";
import { completeUpload } from "./complete-upload.ts";
import { createFile } from "./create-file.ts";
import {
  archiveFile,
  restoreVersion,
  renameFile,
  restoreFile,
  withdrawVersion,
} from "./edit-file.ts";
import { listFiles } from "./list-files.ts";
import { reorderFiles } from "./reorder-files.ts";
import { searchFiles } from "./search-files.ts";
import { fileListQuery, fileName, fileOrder, newFile, newUpload, newVersion } from "./schema.ts";
import { idSchema } from "../../lib/id-schema.ts";

const fileId = idSchema("fil");
const versionId = idSchema("fiv");
const benefitQuery = z.strictObject({ benefitId: newFile.shape.benefitId });
const fileParam = z.object({ id: fileId });
const versionParam = z.object({ id: versionId });
/** The verbs of uploads have other names for the ids in the path. */
const ofFileParam = fileParam.transform(({ id }) => ({ fileId: id }));
const uploadPath = z.object({ id: fileId, uploadId: versionId });
const uploadParam = uploadPath.transform(toUploadRef);
const partParam = uploadPath.extend({ part: z.coerce.number().int().min(1).max(1000) });
const versionQuery = newVersion.extend({ size: z.coerce.number().int().min(0) });
const completion = z.strictObject({
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional(),
});

function toUploadRef({ id, uploadId }: z.output<typeof uploadPath>) {
  return { fileId: id, id: uploadId };
}

const bodyOf = (request: Request) => request.body ?? new Blob([]).stream();

/** `/api/admin/files`: files of downloads, and their versions. */
export const fileRoutes = new Hono<UserEnv>()
  .get("/", validate("query", benefitQuery), async (c) =>
    c.json({ files: await listFiles(c.var.ctx, c.req.valid("query")) }),
  )
  .get("/all", ...runVerb(searchFiles, { query: fileListQuery }))
  .post("/", ...runVerb(createFile, { json: newFile }, 201))
  .get("/uploads", validate("query", benefitQuery), async (c) =>
    c.json({ uploads: await listOpenUploads(c.var.ctx, c.req.valid("query")) }),
  )
  .put("/order", ...runVerb(reorderFiles, { json: fileOrder }))
  .put("/:id/name", ...runVerb(renameFile, { param: fileParam, json: fileName }))
  .post("/:id/archival", ...runVerb(archiveFile, { param: fileParam }))
  .delete("/:id/archival", ...runVerb(restoreFile, { param: fileParam }))
  // The body holds the bytes, so the metadata is in the query. The file must fit one request: 100 MB at Cloudflare.
  .post(
    "/:id/versions",
    validate("param", fileParam),
    validate("query", versionQuery),
    async (c) => {
      const body = bodyOf(c.req.raw);
      const input = { ...c.req.valid("query"), fileId: c.req.valid("param").id, body };
      return c.json(await addFileVersion(c.var.ctx, input), 201);
    },
  )
  .get(
    "/:id/uploads",
    ...runVerb(async (ctx, input) => ({ uploads: await listUploads(ctx, input) }), {
      param: ofFileParam,
    }),
  )
  .post("/:id/uploads", ...runVerb(beginUpload, { param: ofFileParam, json: newUpload }, 201))
  .get("/:id/uploads/:uploadId", ...runVerb(showUpload, { param: uploadParam }))
  .put("/:id/uploads/:uploadId/parts/:part", validate("param", partParam), async (c) => {
    const param = c.req.valid("param");
    const body = bodyOf(c.req.raw);
    await uploadPart(c.var.ctx, { ...toUploadRef(param), part: param.part, body });
    return c.body(null, 204);
  })
  .post(
    "/:id/uploads/:uploadId/completion",
    ...runVerb(completeUpload, { param: uploadParam, json: completion }, 201),
  )
  .delete("/:id/uploads/:uploadId", ...runVerb(abortUpload, { param: uploadParam }));

/** `/api/admin/file-versions`: actions on one version, by its id. */
export const versionRoutes = new Hono<UserEnv>()
  .post("/:id/withdrawal", ...runVerb(withdrawVersion, { param: versionParam }))
  .delete("/:id/withdrawal", ...runVerb(restoreVersion, { param: versionParam }));
