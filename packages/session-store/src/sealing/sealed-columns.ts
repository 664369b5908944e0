/** A column with sealed values, or NULL. Its table has `id` and `organization_id` as UUIDs. */
export interface SealedColumn {
  table: string;
  column: string;
  /**
   * SQL of the data that is authenticated with the value in addition to the organization: the `name` of `sealSecret`.
   */
  name: string;
}

/** All columns that SECRETS_KEY seals for organizations. They are resealed when the key changes. */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  { table: 'secrets', column: 'sealed', name: 'name' },
  { table: 'credentials', column: 'sealed', name: `'credential ' || id` },
  { table: 'data_keys', column: 'sealed', name: `'data-key ' || organization_id` },
  { table: 'credential_grants', column: 'sealed', name: `'credential-grant ' || id` },
  { table: 'credential_sign_ins', column: 'sealed', name: `'credential-sign-in ' || id` },
  { table: 'event_hooks', column: 'sealed', name: `'event-hook ' || id` },
  { table: 'event_hooks', column: 'previous_sealed', name: `'event-hook ' || id` },
];

/** Returns the data that a credential's secrets are authenticated with: the `name` of `credentials` above. */
export function credentialSecretName(id: string): string {
  return `credential ${id}`;
}

/** Returns the same for the grant of a credential. */
export function grantSecretName(credentialId: string): string {
  return `credential-grant ${credentialId}`;
}

/** Returns the same for a sign-in that was begun. */
export function signInSecretName(id: string): string {
  return `credential-sign-in ${id}`;
}

/** Returns the data that a hook's secrets are authenticated with: the `name` of `event_hooks` above. */
export function hookSecretName(hookId: string): string {
  return `event-hook ${hookId}`;
}
