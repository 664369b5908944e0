/**
 * A token is renewed at most this long before it expires. This exceeds the error of a clock that is wrong by 5 minutes.
 */
const LONGEST_LEAD_SECONDS = 360;
const LEAST_LEAD = 0.2;
const MOST_LEAD = 0.3;
/** A token that expires within this time, or within this fraction of its lifetime, may expire before it arrives. */
const MARGIN_SECONDS = 10;
const MARGIN = 0.05;

/**
 * Returns when a token with this lifetime counts as expired and when it is due for renewal, in seconds from now. Both
 * are null if the server named no lifetime. `random`, which is uniform in [0, 1), spreads the renewals of many
 * credentials.
 */
export function tokenTimes(
  lifeSeconds: number | null,
  random: number,
): { usableSeconds: number; dueSeconds: number } | null {
  if (lifeSeconds === null) return null;
  const share = LEAST_LEAD + (MOST_LEAD - LEAST_LEAD) * random;
  // It is at most a fifth longer than the longest lead, so that these renewals are spread as well.
  const lead = Math.min(lifeSeconds * share, LONGEST_LEAD_SECONDS * (1 + random / 5));
  const usableSeconds = lifeSeconds - Math.min(MARGIN_SECONDS, lifeSeconds * MARGIN);
  return { usableSeconds, dueSeconds: lifeSeconds - lead };
}
