/** Why a sign-in at the identity provider did not succeed, by the code in the address of the sign-in page. */
const TEXTS: Readonly<Record<string, string>> = {
  access_denied: 'The identity provider did not sign you in. Try again, or ask its administrator for access.',
  address_taken:
    'Your e-mail address belongs to another account here, and the identity provider does not confirm that it is ' +
    'yours. Ask an admin of your organization.',
  id_token_invalid: 'The identity provider sent an ID token that this service cannot accept. Ask its administrator.',
  invitation_unusable:
    'The invitation has expired, or is for another e-mail address than the one at the identity provider.',
  no_account: 'Nobody has invited your e-mail address. Ask an admin of your organization for an invitation.',
  no_email: 'The identity provider does not send your e-mail address. Ask its administrator.',
  no_id_token: 'The identity provider sent no ID token. Ask the operator of this service.',
  no_role:
    'Your account at the identity provider has no role that may use this service. Ask the administrator of the ' +
    'identity provider for access.',
  organization_full: 'The organization has reached its limit of members. Ask one of its admins.',
  organization_missing: 'The organization for new people does not exist. Ask the operator of this service.',
  state_mismatch: 'The sign-in has expired, or was started in another browser. Try again.',
  state_not_found: 'The sign-in has expired, or was started in another browser. Try again.',
  token_refused: 'The identity provider refused the sign-in. Try again.',
  unavailable: 'The identity provider does not answer. Try again in a few minutes.',
};

/** Returns the text for a code. The codes of identity providers are not all known. */
export function refusalText(code: string): string {
  return Object.hasOwn(TEXTS, code) ? (TEXTS[code] ?? '') : 'The sign-in did not succeed. Try again.';
}
