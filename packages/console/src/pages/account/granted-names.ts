/** Scopes as people read them. */
export const scopeTexts: Readonly<Record<string, string>> = {
  run: 'Run workflows, cancel and retry sessions',
  read: 'Read workflows, sessions and their values',
  manage: 'Change workflows, tokens, keys and secrets',
  offline_access: 'Keep this access while you are away',
};

export function grantedNames(scopes: readonly string[]): string[] {
  return scopes.filter((scope) => scope !== '').map((scope) => scopeTexts[scope] ?? scope);
}
