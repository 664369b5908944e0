/** Definitions that one transaction reads at most. Each may be as large as a workflow may be. */
export const MAX_DEFINITIONS_OF_TURN = 20;

interface Starting {
  organizationId: string;
  definitionId: string;
  hasRules: boolean;
}

/**
 * Returns the ids of the definitions that a transaction reads for the sessions that it starts, organizations in turn.
 * Sessions of other definitions with rules are left to the next transaction, so that no organization can make the
 * transaction large that starts the sessions of all.
 */
export function definitionsOfTurn(starting: readonly Starting[], most = MAX_DEFINITIONS_OF_TURN): ReadonlySet<string> {
  const byOrganization = new Map<string, Set<string>>();
  for (const { organizationId, definitionId, hasRules } of starting) {
    if (!hasRules) continue;
    const ids = byOrganization.get(organizationId) ?? new Set();
    ids.add(definitionId);
    byOrganization.set(organizationId, ids);
  }
  const lists = [...byOrganization.values()].map((ids) => [...ids]);
  const chosen = new Set<string>();
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  for (let turn = 0; turn < longest && chosen.size < most; turn += 1)
    for (const ids of lists) {
      const id = ids[turn];
      if (id !== undefined && chosen.size < most) chosen.add(id);
    }
  return chosen;
}
