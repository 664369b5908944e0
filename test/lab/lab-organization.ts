import { randomUUID } from 'node:crypto';
import { mintCredential } from '@workflow/session-store';
import type { Definition } from '@workflow/workflow-model';
import type { Client } from 'pg';

export interface LabOrganization {
  id: string;
  /** A key with every scope. */
  apiKey: string;
}

/** An organization with a key, written as the demo stack writes them; everything else goes through HTTP. */
export async function addOrganization(database: Client, name: string): Promise<LabOrganization> {
  const id = randomUUID();
  const { value, prefix, hash } = mintCredential('api-key');
  await database.query('INSERT INTO organizations (id, name, slug) VALUES ($1, $2, $3)', [id, name, id]);
  await database.query(
    `INSERT INTO api_keys (id, organization_id, name, prefix, key_hash, scopes) VALUES ($1, $2, $3, $4, $5, '{run,read,manage}')`,
    [randomUUID(), id, 'lab', prefix, Buffer.from(hash)],
  );
  return { id, apiKey: value };
}

/** Creates and publishes a workflow over HTTP. Returns its id. */
export async function publishWorkflow(baseUrl: string, apiKey: string, name: string, definition: Definition): Promise<string> {
  const created = (await callApi(baseUrl, apiKey, 'POST', '/v1/workflows', { name, description: '', ...definition })) as { id: string };
  await callApi(baseUrl, apiKey, 'POST', `/v1/workflows/${created.id}/publish`);
  return created.id;
}

/** @throws with status and body when the answer is no 2xx */
export async function callApi(baseUrl: string, apiKey: string, method: string, path: string, body?: unknown): Promise<unknown> {
  const answer = await fetch(`${baseUrl}${path}`, {
    method,
    headers: { 'x-api-key': apiKey, 'Content-Type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(15_000),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text.slice(0, 500)}`);
  return text === '' ? null : JSON.parse(text);
}
