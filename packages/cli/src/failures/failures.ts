/** How the program ends. */
export const EXIT = { well: 0, failed: 1, wrongUse: 2, notSignedIn: 3 } as const;

/** The command was called in a way that it cannot be; the message names what is missing or wrong. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** There is no key, or the service does not take it any more. */
export class SignInError extends Error {
  override readonly name = 'SignInError';
}

/** What was asked for failed; the reason was shown already where the message is empty. */
export class CommandFailed extends Error {
  override readonly name = 'CommandFailed';
}
