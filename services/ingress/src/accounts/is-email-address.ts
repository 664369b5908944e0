const EMAIL = /^[^\s@]{1,64}@[^\s@]{1,255}$/;

/** Returns true if the text has the form of an e-mail address. The address may not exist. */
export function isEmailAddress(text: string): boolean {
  return EMAIL.test(text);
}
