/** A column with sealed values, or NULL; its table has `id` and `organization_id` as UUIDs. */
export interface SealedColumn {
  table: string;
  column: string;
  /** SQL of what was authenticated with the value beside the organization: the `name` of `sealSecret`. */
  name: string;
}

/** Everything that SECRETS_KEY seals for organizations: what is sealed anew when the key changes. */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  { table: 'secrets', column: 'sealed', name: 'name' },
  { table: 'credentials', column: 'sealed', name: `'credential ' || id` },
  { table: 'data_keys', column: 'sealed', name: `'data-key ' || organization_id` },
  { table: 'credential_grants', column: 'sealed', name: `'credential-grant ' || id` },
  { table: 'credential_sign_ins', column: 'sealed', name: `'credential-sign-in ' || id` },
  { table: 'event_hooks', column: 'sealed', name: `'event-hook ' || id` },
  { table: 'event_hooks', column: 'previous_sealed', name: `'event-hook ' || id` },
];

/** What a credential's secrets are authenticated with: the `name` of `credentials` above. */
export function credentialSecretName(id: string): string {
  return `credential ${id}`;
}

/** The same of what was granted to a credential. */
export function grantSecretName(credentialId: string): string {
  return `credential-grant ${credentialId}`;
}

/** The same of a sign-in that was begun. */
export function signInSecretName(id: string): string {
  return `credential-sign-in ${id}`;
}

/** What a hook's secrets are authenticated with: the `name` of `event_hooks` above. */
export function hookSecretName(hookId: string): string {
  return `event-hook ${hookId}`;
}
