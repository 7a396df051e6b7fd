/**
 * Whether an email address has only one spelling: it doesn't change under Unicode normalization (NFKC), and its local
 * part is ASCII. Full-width letters or the Kelvin sign are another mailbox that looks or compares like an ASCII one, so
 * only such an address may decide about a role.
 */
export function isUnambiguousEmail(email: string): boolean {
  const localPart = email.slice(0, email.lastIndexOf("@"));
  return !changesUnderNormalization(email) && /^[\u0021-\u007e]+$/.test(localPart);
}

/** Whether NFKC, which merges characters that look alike, would make another address of this one. */
export function changesUnderNormalization(email: string): boolean {
  return email.normalize("NFKC") !== email;
}
