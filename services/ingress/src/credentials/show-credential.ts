import type { CredentialView } from '@workflow/session-store';

/** What anybody may know of a credential who may choose one. */
export function summaryOf({ id, name, type }: CredentialView) {
  return { id, name, type, status: 'ready', statusReason: null };
}

/** A credential as answers show it, flat as it is sent. */
export function shownCredential(credential: CredentialView) {
  const { fields, createdAt, updatedAt, lastUsedAt, usedBy } = credential;
  return { ...fields, ...summaryOf(credential), createdAt, updatedAt, lastUsedAt, usedBy };
}
