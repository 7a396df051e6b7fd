import { Fragment } from "react";

/** Shows a dotted name such as `invoice.paid`, or an email, which may wrap after each dot and before the `@`. */
export function BreakableName({ name }: { name: string }) {
  return name.split(/(?<=\.)|(?=@)/).map((part, index) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
