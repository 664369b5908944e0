import { Client } from 'pg';
import { mintCallerKey } from '@workflow/session-store';
import { v7 as uuidv7 } from 'uuid';

export interface TestOrganization {
  id: string;
  slug: string;
  apiKey: string;
}

/** Inserts an organization with one API key of all scopes directly, because HTTP needs a key first. */
export async function createOrganization(databaseUrl: string, name = 'Test organization'): Promise<TestOrganization> {
  const id = uuidv7();
  const slug = `org-${id}`;
  const { value, prefix, hash } = mintCallerKey('api-key');
  const client = new Client({ connectionString: databaseUrl, application_name: 'test-harness' });
  await client.connect();
  try {
    await client.query('INSERT INTO organizations (id, name, slug) VALUES ($1, $2, $3)', [id, name, slug]);
    await client.query(
      'INSERT INTO api_keys (id, organization_id, name, prefix, key_hash, scopes) VALUES ($1, $2, $3, $4, $5, $6)',
      [uuidv7(), id, 'Test key', prefix, Buffer.from(hash), ['run', 'read', 'manage']],
    );
  } finally {
    await client.end();
  }
  return { id, slug, apiKey: value };
}
