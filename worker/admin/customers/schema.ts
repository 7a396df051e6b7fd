import { z } from "zod";
import { pageQuery } from "../frame/page-query.ts";
import { idSchema } from "../../lib/id-schema.ts";
import { customerFilters } from "./list-customers.ts";
import { tagSchema } from "./tag-schema.ts";
import { plainText } from "../../lib/text-schema.ts";

const userId = idSchema("usr", "Enter an ID that starts with usr_.");

export const listQuery = z.strictObject({ ...pageQuery, ...customerFilters });
export const noFilters = z.strictObject({});
export const exportQuery = z.strictObject(customerFilters);

export const userParam = z.object({ userId });
/** The account that another one is merged into. */
export const mergeParam = userParam.transform((param) => ({ intoId: param.userId }));
export const sessionParam = z
  .object({ userId, id: idSchema("ses") })
  .transform(({ userId, id }) => ({ userId, sessionId: id }));

export const emailParam = z.object({ userId, id: idSchema("mal") });
export const noteParam = z.object({ userId, id: idSchema("nte") });

export const noteBody = z.strictObject({
  body: plainText(5000).min(1, "Enter a note."),
});

export const tagBody = z.strictObject({ tag: tagSchema });
export const tagParam = z.object({ userId, tag: tagSchema });

/** The account to merge into the one in the path. */
export const mergeBody = z.strictObject({ fromId: userId });
