/** A token is asked for anew so long before its end: more than a clock that is 5 minutes off takes away from it. */
const LONGEST_LEAD_SECONDS = 360;
const LEAST_LEAD = 0.2;
const MOST_LEAD = 0.3;
/** A token that ends within this time, or this part of its life, may end on the way. */
const MARGIN_SECONDS = 10;
const MARGIN = 0.05;

/**
 * When a token that lives so many seconds counts as ended, and when it is due for another one, in seconds from now;
 * null where the server named no end. Refreshes of many credentials spread by `random`, which is uniform in [0, 1).
 */
export function tokenTimes(
  lifeSeconds: number | null,
  random: number,
): { usableSeconds: number; dueSeconds: number } | null {
  if (lifeSeconds === null) return null;
  const share = LEAST_LEAD + (MOST_LEAD - LEAST_LEAD) * random;
  // At most a fifth later than the longest lead, so that these spread as well.
  const lead = Math.min(lifeSeconds * share, LONGEST_LEAD_SECONDS * (1 + random / 5));
  const usableSeconds = lifeSeconds - Math.min(MARGIN_SECONDS, lifeSeconds * MARGIN);
  return { usableSeconds, dueSeconds: lifeSeconds - lead };
}
