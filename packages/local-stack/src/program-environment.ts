/** What PostgreSQL's programs get to know of our environment: where programs lie, and a locale that all machines have. */
export function programEnvironment(): Record<string, string> {
  return { LC_ALL: 'C', PATH: process.env['PATH'] ?? '' };
}
