import { useState, type ReactNode } from "react";

/** Fields that few need, behind a summary. Opens when one of them has an error, and then stays open. */
export function Disclosure({
  summary,
  hasError,
  className,
  children,
}: {
  summary: string;
  hasError: boolean;
  className: string | undefined;
  children: ReactNode;
}) {
  const [isOpened, setIsOpened] = useState(false);
  return (
    <details
      className={className}
      open={isOpened || hasError}
      onToggle={(event) => setIsOpened(event.currentTarget.open)}
    >
      <summary>{summary}</summary>
      {children}
    </details>
  );
}
