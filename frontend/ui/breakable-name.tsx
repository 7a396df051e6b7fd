import { Fragment } from "react";

/** A name in parts, as `invoice.paid`, that breaks after its dots where the line is short. */
export function Dotted({ name }: { name: string }) {
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
