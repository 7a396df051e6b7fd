import { msg } from "@lingui/core/macro";
import type { Status } from "../frame/label.tsx";
import type { License } from "./queries.ts";

/** How each state of a key is shown. */
export const licenseStates: Record<License["state"], Status> = {
  granted: { tone: "good", label: msg`Valid` },
  disabled: { tone: "bad", label: msg`Disabled` },
  revoked: { tone: "neutral", label: msg`Revoked` },
  expired: { tone: "neutral", label: msg`Expired` },
  in_stock: { tone: "neutral", label: msg`In stock` },
};
