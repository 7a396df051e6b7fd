import { TransNoContext } from "@lingui/react/server";
import type { ComponentProps } from "react";
import { useLingui } from "./lingui.ts";

type Props = Omit<Extract<ComponentProps<typeof TransNoContext>, { render?: undefined }>, "lingui">;

/**
 * What the macro `<Trans>` is compiled to: a message with elements in it. The app's first load has none: there, `t` is
 * enough, and this is loaded with the pages (decision 60).
 */
export function Trans({ values, ...props }: Props) {
  return (
    <TransNoContext {...props} {...(values && { values: keepTags(values) })} lingui={useLingui()} />
  );
}

/** Lingui looks for the message's elements in values, too: it would drop the tags of a product named "<b>Tides</b>". */
function keepTags(values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === "string" && value.includes("<") ? <>{value}</> : value,
    ]),
  );
}
