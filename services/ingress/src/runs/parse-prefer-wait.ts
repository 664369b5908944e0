/** Maximum wait that a caller may request, in seconds. */
export const MAX_WAIT_SECONDS = 60;

/**
 * Returns the seconds of `Prefer: wait=N` (RFC 7240 §4.3), at most 60, or null without it. A preference that cannot be
 * read is ignored, as the RFC requires.
 */
export function parsePreferWait(header: string | string[] | undefined): number | null {
  if (header === undefined) return null;
  for (const preference of String(header).split(/[,;]/)) {
    const match = /^\s*wait\s*=\s*"?(\d{1,9})"?\s*$/i.exec(preference);
    if (match !== null) return Math.min(Number(match[1]), MAX_WAIT_SECONDS);
  }
  return null;
}
