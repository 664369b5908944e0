const NAMES: Record<string, string> = {
  run: 'Run workflows, cancel and retry sessions',
  read: 'Read workflows, sessions and their values',
  offline_access: 'Keep this access while you are away',
};

/** Scopes as people read them. */
export function grantedNames(scopes: readonly string[]): string[] {
  return scopes.filter((scope) => scope !== '').map((scope) => NAMES[scope] ?? scope);
}
