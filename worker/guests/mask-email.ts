/** Returns an address so that its owner knows it and nobody else learns it: `a***@example.com`. */
export const maskEmail = (email: string): string => email.replace(/^(.).*(?=@)/su, "$1***");
