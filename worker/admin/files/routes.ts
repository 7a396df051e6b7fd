import { Hono } from "hono";
import { z } from "zod";
import type { UserEnv } from "../../context.ts";
import { validate } from "../../http/validate.ts";
import { addFileVersion } from "./add-file-version.ts";
import { beginUpload } from "./begin-upload.ts";
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
import { abortUpload, listOpenUploads, listUploads, showUpload } from "./manage-uploads.ts";
import { reorderFiles } from "./reorder-files.ts";
import { uploadPart } from "./upload-part.ts";
import { searchFiles } from "./search-files.ts";
import { fileListQuery, fileName, fileOrder, newFile, newUpload, newVersion } from "./schema.ts";
import { idSchema } from "../../lib/id-schema.ts";

const fileId = idSchema("fil");
const versionId = idSchema("fiv");
const benefitQuery = z.strictObject({ benefitId: newFile.shape.benefitId });
const fileParam = z.object({ id: fileId });
const versionParam = z.object({ id: versionId });
const uploadParam = z.object({ id: fileId, uploadId: versionId });
const partParam = uploadParam.extend({ part: z.coerce.number().int().min(1).max(1000) });
const versionQuery = newVersion.extend({ size: z.coerce.number().int().min(0) });
const completion = z.strictObject({
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional(),
});

/** Maps the ids in the path to the names that the verbs use. */
const toUploadRef = (param: z.output<typeof uploadParam>) => ({
  fileId: param.id,
  id: param.uploadId,
});

const bodyOf = (request: Request) => request.body ?? new Blob([]).stream();

/** `/api/admin/files`: files of downloads, and their versions. */
export const fileRoutes = new Hono<UserEnv>()
  .get("/", validate("query", benefitQuery), async (c) =>
    c.json({ files: await listFiles(c.var.ctx, c.req.valid("query")) }),
  )
  .get("/all", validate("query", fileListQuery), async (c) =>
    c.json(await searchFiles(c.var.ctx, c.req.valid("query"))),
  )
  .post("/", validate("json", newFile), async (c) =>
    c.json(await createFile(c.var.ctx, c.req.valid("json")), 201),
  )
  .get("/uploads", validate("query", benefitQuery), async (c) =>
    c.json({ uploads: await listOpenUploads(c.var.ctx, c.req.valid("query")) }),
  )
  .put("/order", validate("json", fileOrder), async (c) => {
    await reorderFiles(c.var.ctx, c.req.valid("json"));
    return c.body(null, 204);
  })
  .put("/:id/name", validate("param", fileParam), validate("json", fileName), async (c) => {
    await renameFile(c.var.ctx, { ...c.req.valid("param"), ...c.req.valid("json") });
    return c.body(null, 204);
  })
  .post("/:id/archival", validate("param", fileParam), async (c) => {
    await archiveFile(c.var.ctx, c.req.valid("param"));
    return c.body(null, 204);
  })
  .delete("/:id/archival", validate("param", fileParam), async (c) => {
    await restoreFile(c.var.ctx, c.req.valid("param"));
    return c.body(null, 204);
  })
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
  .get("/:id/uploads", validate("param", fileParam), async (c) =>
    c.json({ uploads: await listUploads(c.var.ctx, { fileId: c.req.valid("param").id }) }),
  )
  .post("/:id/uploads", validate("param", fileParam), validate("json", newUpload), async (c) => {
    const input = { ...c.req.valid("json"), fileId: c.req.valid("param").id };
    return c.json(await beginUpload(c.var.ctx, input), 201);
  })
  .get("/:id/uploads/:uploadId", validate("param", uploadParam), async (c) =>
    c.json(await showUpload(c.var.ctx, toUploadRef(c.req.valid("param")))),
  )
  .put("/:id/uploads/:uploadId/parts/:part", validate("param", partParam), async (c) => {
    const param = c.req.valid("param");
    const body = bodyOf(c.req.raw);
    await uploadPart(c.var.ctx, { ...toUploadRef(param), part: param.part, body });
    return c.body(null, 204);
  })
  .post(
    "/:id/uploads/:uploadId/completion",
    validate("param", uploadParam),
    validate("json", completion),
    async (c) => {
      const input = { ...toUploadRef(c.req.valid("param")), ...c.req.valid("json") };
      return c.json(await completeUpload(c.var.ctx, input), 201);
    },
  )
  .delete("/:id/uploads/:uploadId", validate("param", uploadParam), async (c) => {
    await abortUpload(c.var.ctx, toUploadRef(c.req.valid("param")));
    return c.body(null, 204);
  });

/** `/api/admin/file-versions`: actions on one version, by its id. */
export const versionRoutes = new Hono<UserEnv>()
  .post("/:id/withdrawal", validate("param", versionParam), async (c) => {
    await withdrawVersion(c.var.ctx, c.req.valid("param"));
    return c.body(null, 204);
  })
  .delete("/:id/withdrawal", validate("param", versionParam), async (c) => {
    await restoreVersion(c.var.ctx, c.req.valid("param"));
    return c.body(null, 204);
  });
