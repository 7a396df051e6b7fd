/** Somebody to sign in as. `hint` is the `login_hint` and the subject. */
export type Persona = {
  hint: string;
  name: string;
  email?: string;
  emailVerified?: boolean;
  picture?: string;
  /** What this one is for, in a few words. */
  note: string;
};

/** The sandbox's people, in the order the pages show them. */
export const personas: readonly Persona[] = [
  {
    hint: "owner",
    name: "Olive Owner",
    email: "owner@example.com",
    emailVerified: true,
    note: "Runs the shop",
  },
  {
    hint: "ann",
    name: "Ann Archer",
    email: "ann@example.com",
    emailVerified: true,
    note: "Buys things",
  },
  {
    hint: "bob",
    name: "Bob Baker",
    email: "bob@example.com",
    emailVerified: true,
    note: "Buys things too",
  },
  {
    hint: "unverified",
    name: "Uma Unverified",
    email: "owner@example.com",
    emailVerified: false,
    note: "Claims the owner's email, unverified",
  },
  { hint: "no-email", name: "Nemo Noemail", note: "Shares no email" },
  {
    hint: "xss",
    name: "<img src=x onerror=alert(1)>",
    email: "xss@example.com",
    emailVerified: true,
    picture: "javascript:alert(1)",
    note: "A name that is markup",
  },
];

const guestHint = /^[a-z0-9][a-z0-9.+-]{0,40}@example\.(com|org|net)$/;

/**
 * The persona of a `login_hint`. Any address at example.com, .org or .net that no persona has is a guest with that
 * verified email, so that there are as many people as a test needs.
 * @returns undefined for every other hint
 */
export function findPersona(hint: string): Persona | undefined {
  const known = personas.find((persona) => persona.hint === hint);
  if (known || !guestHint.test(hint)) return known;
  if (personas.some((persona) => persona.email === hint)) return undefined;
  return {
    hint,
    name: hint.slice(0, hint.indexOf("@")),
    email: hint,
    emailVerified: true,
    note: "A guest",
  };
}
