import type { Query } from '../postgres/sql.ts';
import { readFailures, type FailureFilter } from './read-failures.ts';

/** Maximum number of statements for one page of a list. Each examines up to 1,000 failures. */
const MAX_STATEMENTS = 10;

/**
 * Finds the newest failures with a fingerprint below an id.
 * @returns at most `limit` ids, and the id at which the next page continues; null if there are no more
 */
export async function findByFingerprint(
  query: Query,
  organizationId: string,
  fingerprint: string,
  filter: FailureFilter,
  range: { below: string; limit: number },
): Promise<{ ids: string[]; last: string | null }> {
  const ids: string[] = [];
  let below: string | null = range.below;
  for (let count = 0; below !== null && count < MAX_STATEMENTS; count += 1) {
    const page = await readFailures(query, organizationId, filter, below);
    const matchingIds = page.failures.filter((failure) => failure.fingerprint === fingerprint).map(({ id }) => id);
    const free = range.limit - ids.length;
    ids.push(...matchingIds.slice(0, free));
    if (matchingIds.length > free) return { ids, last: ids.at(-1)! };
    below = page.last;
  }
  return { ids, last: below };
}
