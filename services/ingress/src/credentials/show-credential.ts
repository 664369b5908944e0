import { findCredentialType } from '@workflow/credentials/descriptors';
import type { CredentialView } from '@workflow/session-store';

/** Returns the fields of a credential that everyone may see who may choose it. */
export function summaryOf(credential: CredentialView) {
  const { id, name, type } = credential;
  const statusReason = whyToSignIn(credential);
  return { id, name, type, status: statusReason === null ? 'ready' : 'sign-in-needed', statusReason };
}

/** Returns why a person must sign in, or null if the credential can be used. */
function whyToSignIn({ type, fields, grant }: CredentialView): string | null {
  if (findCredentialType(type)?.oauth?.(fields)?.signsInByBrowser !== true || grant?.isGood === true) return null;
  if (grant?.endedReason) return `The authorization server ended the sign-in: ${grant.endedReason}`;
  return grant?.hasToken === true
    ? 'The access token has ended, and the authorization server gave no refresh token'
    : 'No one has signed in yet';
}

/** Returns a credential in the form of answers, which is flat like the body of requests. */
export function shownCredential(credential: CredentialView) {
  const { fields, createdAt, updatedAt, lastUsedAt, usedBy } = credential;
  return { ...fields, ...summaryOf(credential), createdAt, updatedAt, lastUsedAt, usedBy };
}
