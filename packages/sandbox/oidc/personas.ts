/** A test user. `loginHint` is the `login_hint` that selects it, and its subject (`sub`). */
export type Persona = {
  loginHint: string;
  name: string;
  email?: string;
  emailVerified?: boolean;
  picture?: string;
  /** What this persona is for, shown on the pages. */
  note: string;
};

/** All personas, in the order the pages show them. */
export const personas: readonly Persona[] = [
  {
    loginHint: "owner",
    name: "Olive Owner",
    email: "owner@example.com",
    emailVerified: true,
    note: "Runs the shop",
  },
  {
    loginHint: "ann",
    name: "Ann Archer",
    email: "ann@example.com",
    emailVerified: true,
    note: "Buys things",
  },
  {
    loginHint: "bob",
    name: "Bob Baker",
    email: "bob@example.com",
    emailVerified: true,
    note: "Buys things too",
  },
  {
    loginHint: "unverified",
    name: "Uma Unverified",
    email: "owner@example.com",
    emailVerified: false,
    note: "Claims the owner's email, unverified",
  },
  { loginHint: "no-email", name: "Nemo Noemail", note: "Shares no email" },
  {
    loginHint: "xss",
    name: "<img src=x onerror=alert(1)>",
    email: "xss@example.com",
    emailVerified: true,
    picture: "javascript:alert(1)",
    note: "A name that is markup",
  },
];

const guestHintPattern = /^[a-z0-9][a-z0-9.+-]{0,40}@example\.(com|org|net)$/;

/**
 * Returns the persona of a `login_hint`. An email address at example.com, .org or .net that no persona has becomes a
 * guest with that verified email, so a test can have as many users as it needs.
 * @returns undefined for any other hint
 */
export function findPersonaByHint(hint: string): Persona | undefined {
  const known = personas.find((persona) => persona.loginHint === hint);
  if (known || !guestHintPattern.test(hint)) return known;
  if (personas.some((persona) => persona.email === hint)) return undefined;
  return {
    loginHint: hint,
    name: toGuestName(hint.slice(0, hint.indexOf("@"))),
    email: hint,
    emailVerified: true,
    note: "A guest",
  };
}

/** Returns the words of `mara.lindqvist` as a name, Mara Lindqvist. Leaves anything else as it is. */
function toGuestName(localPart: string): string {
  if (!/^[a-z]+(?:\.[a-z]+)+$/.test(localPart)) return localPart;
  return localPart
    .split(".")
    .map((word) => word[0]!.toUpperCase() + word.slice(1))
    .join(" ");
}
