/** Maximum number of definitions that one transaction reads. Each may be as large as a workflow may be. */
export const MAX_DEFINITIONS_OF_TURN = 20;

interface Starting {
  organizationId: string;
  definitionId: string;
  hasRules: boolean;
}

/**
 * Returns the ids of the definitions that one transaction reads, organizations in turn. Sessions of other definitions
 * with rules wait for the next transaction, so no organization can make this transaction large.
 */
export function definitionsOfTurn(starting: readonly Starting[]): ReadonlySet<string> {
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
  for (let round = 0; round < longest && chosen.size < MAX_DEFINITIONS_OF_TURN; round += 1)
    for (const ids of lists) {
      const id = ids[round];
      if (id !== undefined && chosen.size < MAX_DEFINITIONS_OF_TURN) chosen.add(id);
    }
  return chosen;
}
