/** Returns the environment of PostgreSQL's programs: the search path, and a locale that every machine has. */
export function programEnvironment(): Record<string, string> {
  return { LC_ALL: 'C', PATH: process.env['PATH'] ?? '' };
}
