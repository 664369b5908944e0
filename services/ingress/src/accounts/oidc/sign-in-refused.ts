/**
 * The reasons why a sign-in at the issuer is refused. The sign-in page has a text for each
 * (packages/console/src/names/sign-in-refusals.ts).
 */
export type RefusalReason =
  | 'unavailable'
  | 'token_refused'
  | 'no_id_token'
  | 'id_token_invalid'
  | 'no_email'
  | 'no_role'
  | 'no_account'
  | 'address_taken'
  | 'invitation_unusable'
  | 'organization_missing'
  | 'organization_full';

/** Thrown if a sign-in is refused. The message is for the log and contains no token. */
export class SignInRefused extends Error {
  override readonly name = 'SignInRefused';
  readonly reason: RefusalReason;

  constructor(reason: RefusalReason, message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}
