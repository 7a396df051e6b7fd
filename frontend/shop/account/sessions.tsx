import { useRef } from "react";
import { Section } from "./section.tsx";
import { ErrorNotice } from "../../shell/error-notice.tsx";
import { Button } from "../../ui/button.tsx";
import { formatRelativeTime } from "../../ui/format-time.ts";
import rows from "../../ui/row-list.module.css";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";
import { describeDevice } from "./describe-device.ts";
import { useEndSession } from "./queries.ts";
import type { Session } from "../../http/account.ts";

const regions = new Intl.DisplayNames("en-US", { type: "region" });

/** Lists the user's sessions and ends them. */
export function Sessions({ sessions }: { sessions: Session[] }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const end = useEndSession();
  // The pressed button is removed with its row, so focus moves to the list's heading.
  const endSession = (id: string | null) =>
    end.mutate(id, { onSuccess: () => heading.current?.focus() });
  const others = sessions.filter(({ current }) => !current);
  return (
    <Section
      title="Sessions"
      description="Where you are signed in. Signing out ends a session at once."
      headingRef={heading}
    >
      {end.isError && <ErrorNotice error={end.error} />}
      <ul className={rows.rows}>
        {sessions.map((session) => (
          <li key={session.id}>
            <div className={rows.main}>
              <p className={rows.name}>{describeDevice(session.userAgent)}</p>
              <p className={rows.detail}>{describeSession(session)}</p>
            </div>
            {!session.current && (
              <Button kind="plain" busy={end.isPending} onClick={() => endSession(session.id)}>
                Sign out <VisuallyHidden>{describeDevice(session.userAgent)}</VisuallyHidden>
              </Button>
            )}
          </li>
        ))}
      </ul>
      {others.length > 0 && (
        <div>
          <Button busy={end.isPending} onClick={() => endSession(null)}>
            Sign out everywhere else
          </Button>
        </div>
      )}
    </Section>
  );
}

/** Describes where and when a session was last active. */
export function describeSession({
  current,
  country,
  lastSeenAt,
}: Pick<Session, "current" | "country" | "lastSeenAt">) {
  const seen = current ? "This device" : `Last seen ${formatRelativeTime(lastSeenAt, Date.now())}`;
  return [seen, country && getRegionName(country)].filter(Boolean).join(" · ");
}

/** Cloudflare also sends codes that are not regions, such as `T1` for Tor. They are shown unchanged. */
function getRegionName(code: string) {
  try {
    return regions.of(code) ?? code;
  } catch {
    return code;
  }
}
