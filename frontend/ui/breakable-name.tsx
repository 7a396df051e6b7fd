import { Fragment } from "react";

/** Shows a dotted name such as `invoice.paid`, which may wrap after each dot. */
export function BreakableName({ name }: { name: string }) {
  const [first, ...rest] = name.split(".");
  return (
    <>
      {first}
      {rest.map((part) => (
        <Fragment key={part}>
          .<wbr />
          {part}
        </Fragment>
      ))}
    </>
  );
}
