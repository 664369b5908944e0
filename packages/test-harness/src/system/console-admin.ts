import { Client } from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { nameUserOfSharedSystem } from '../loops/test-file-loops.ts';
import { askBroker } from '../servers/ask-broker.ts';
import { readTestEnvironment } from '../test-environment.ts';
import { FIRST_ADMIN, type SharedSystemAddress } from './shared-systems.ts';

/** The system that the console's test files share, and an admin with a separate organization in it. */
export interface SharedConsole {
  databaseUrl: string;
  baseUrl: string;
  admin: { email: string; password: string };
}

/** Opens the shared console. @throws outside a test run */
export async function openSharedConsole(): Promise<SharedConsole> {
  const { brokerUrl } = readTestEnvironment();
  if (brokerUrl === null) throw new Error('Only the test files of a run share a console');
  const { databaseUrl, ingressUrls } = await askBroker<SharedSystemAddress>(
    brokerUrl,
    `/system/console?file=${encodeURIComponent(nameUserOfSharedSystem())}`,
  );
  return { databaseUrl, baseUrl: ingressUrls[0]!, admin: await makeConsoleAdmin(databaseUrl) };
}

/** Inserts an admin with the password of the first one. Computing another hash would take a tenth of a second. */
async function makeConsoleAdmin(databaseUrl: string): Promise<SharedConsole['admin']> {
  const [userId, organizationId] = [uuidv7(), uuidv7()];
  const client = new Client({ connectionString: databaseUrl, application_name: 'test-harness' });
  await client.connect();
  try {
    const { rows } = await client.query<{ email: string }>(
      `WITH first AS (
         SELECT u.id, a.password, o.name AS organization
           FROM users u JOIN accounts a ON a.user_id = u.id JOIN members m ON m.user_id = u.id
           JOIN organizations o ON o.id = m.organization_id
          WHERE u.email = $1
       ), organization AS (
         INSERT INTO organizations (id, name, slug) SELECT $2::uuid, organization, 'org-' || $2::uuid FROM first
       ), person AS (
         INSERT INTO users (id, name, email, updated_at)
         SELECT $3::uuid, 'ada', 'ada' || right($3::uuid::text, 9) || '@example.com', now() FROM first RETURNING email
       ), account AS (
         INSERT INTO accounts (id, account_id, provider_id, user_id, password, updated_at)
         SELECT $4::uuid, $3::uuid::text, 'credential', $3::uuid, password, now() FROM first
       ), member AS (
         INSERT INTO members (id, organization_id, user_id, role) VALUES ($5::uuid, $2::uuid, $3::uuid, 'admin')
       )
       SELECT email FROM person`,
      [FIRST_ADMIN.email, organizationId, userId, uuidv7(), uuidv7()],
    );
    return { email: rows[0]!.email, password: FIRST_ADMIN.password };
  } finally {
    await client.end();
  }
}
