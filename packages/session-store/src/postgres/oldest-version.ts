/** The oldest major version of PostgreSQL that is supported and that `.ci/run` tests. */
const OLDEST_VERSION = 15;

/** Returns why a server of this major version cannot be used, or null if it can. */
export function tooOld(version: number): string | null {
  return version < OLDEST_VERSION ? `PostgreSQL ${version} is too old: ${OLDEST_VERSION} or later is needed` : null;
}
