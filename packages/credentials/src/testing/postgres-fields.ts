import type { PostgresFields } from '../postgresql/connect.ts';

/** Returns the fields of a credential for the database of a URL. */
export function fieldsOf(databaseUrl: string): PostgresFields {
  const { hostname, port, pathname, username, password } = new URL(databaseUrl);
  return {
    host: hostname,
    port: Number(port),
    database: pathname.slice(1),
    user: decodeURIComponent(username),
    password: decodeURIComponent(password),
    tls: 'none',
  };
}
