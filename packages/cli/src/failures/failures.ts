/** The exit codes of the program. */
export const EXIT = { well: 0, failed: 1, wrongUse: 2, notSignedIn: 3 } as const;

/** The command was called incorrectly. The message names what is missing or wrong. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** There is no key, or the service does not accept it any more. */
export class SignInError extends Error {
  override readonly name = 'SignInError';
}

/** The command failed. An empty message means that the reason was shown already. */
export class CommandFailed extends Error {
  override readonly name = 'CommandFailed';
}

/** The service could not be reached or failed to answer. The same request may succeed later. */
export class TemporaryFailure extends Error {
  override readonly name = 'TemporaryFailure';
}
