import { postgresAddress } from '@workflow/postgres-hosts';
import type { Client } from 'pg';
import { createSessionStore, type Actor, type OrganizationManagement } from '@workflow/session-store';
import { v7 as uuidv7 } from 'uuid';
import { DEMO_WORKFLOWS, type DemoWorkflow } from './demo-workflows.ts';

/**
 * Values for the printed commands. The key and the token are known only at the first start, because only hashes are
 * stored.
 */
export interface DemoHandles {
  firstStart: boolean;
  apiKey: string | null;
  webhookToken: string | null;
  /** It is false when somebody deleted or unpublished the workflow. */
  greetRuns: boolean;
  receiveOrderRuns: boolean;
}

/** The first admin joins the organization with this slug. */
export const DEMO_ORGANIZATION = { slug: 'demo', name: 'Demo' };
const ACTOR: Actor = { type: 'system', id: null, name: 'pnpm start' };
/** Marks the organization until all demo data exists, so that an interrupted first start is repeated. */
const SEEDING = '{"demo":"seeding"}';
const SEEDED = '{"demo":"ready"}';

/** Creates the demo organization with a key, two published workflows and a webhook token, unless it exists. */
export async function seedDemo(databaseUrl: string, secretsKey: Uint8Array): Promise<DemoHandles> {
  const { connectionString, Client } = postgresAddress(databaseUrl);
  const client = new Client({ connectionString });
  await client.connect();
  const store = createSessionStore({
    databaseUrl,
    secretsKey,
    poolSize: 2,
    statementTimeoutMs: 10_000,
    lockTimeoutMs: 10_000,
    connectTimeoutMs: 5_000,
    transactionTimeoutMs: 30_000,
    lingerMs: 0,
    maxPending: 10,
    maxPendingCharacters: 0,
    executorDeadAfterMs: 10_000,
  });
  try {
    const known = await findOrganization(client);
    if (known !== null) return await findDemo(store.management.organization(known));
    const id = uuidv7();
    await client.query('INSERT INTO organizations (id, name, slug, metadata) VALUES ($1, $2, $3, $4)', [
      id,
      DEMO_ORGANIZATION.name,
      DEMO_ORGANIZATION.slug,
      SEEDING,
    ]);
    const handles = await makeDemo(store.management.organization(id));
    await client.query('UPDATE organizations SET metadata = $2 WHERE id = $1', [id, SEEDED]);
    return handles;
  } finally {
    await store.close();
    await client.end();
  }
}

/** Returns the id of the demo organization. Removes one that was created only in part. */
async function findOrganization(client: Client): Promise<string | null> {
  await client.query('DELETE FROM organizations WHERE slug = $1 AND metadata = $2', [DEMO_ORGANIZATION.slug, SEEDING]);
  const { rows } = await client.query<{ id: string }>('SELECT id FROM organizations WHERE slug = $1', [
    DEMO_ORGANIZATION.slug,
  ]);
  return rows[0]?.id ?? null;
}

async function makeDemo(organization: OrganizationManagement): Promise<DemoHandles> {
  const { value: apiKey } = await organization.createApiKey(ACTOR, {
    name: 'Demo key',
    scopes: ['run', 'read', 'manage'],
    expiresAt: null,
  });
  await publish(organization, DEMO_WORKFLOWS.greet);
  await publish(organization, DEMO_WORKFLOWS.receiveOrder);
  const token = await organization.createToken(
    ACTOR,
    DEMO_WORKFLOWS.receiveOrder.id,
    DEMO_WORKFLOWS.receiveOrder.startComponentId,
  );
  return {
    firstStart: true,
    apiKey,
    webhookToken: token.kind === 'created' ? token.value : null,
    greetRuns: true,
    receiveOrderRuns: true,
  };
}

async function publish(
  organization: OrganizationManagement,
  { id, name, description, definition }: DemoWorkflow,
): Promise<void> {
  await organization.createWorkflow(ACTOR, { name, description, ...definition }, id);
  // A test publishes the same definitions over HTTP, where they are checked. They refer to nothing.
  const check = () => ({ problems: [], warnings: [], references: [] });
  const outcome = await organization.publishWorkflow(ACTOR, id, { expectedRevision: null, check });
  if (outcome.kind !== 'published') throw new Error(`The demo workflow "${name}" was not published: ${outcome.kind}`);
}

async function findDemo(organization: OrganizationManagement): Promise<DemoHandles> {
  const runs = async ({ id }: DemoWorkflow): Promise<boolean> =>
    (await organization.readPublishedDefinition(id)) !== null;
  const [greetRuns, receiveOrderRuns] = await Promise.all([
    runs(DEMO_WORKFLOWS.greet),
    runs(DEMO_WORKFLOWS.receiveOrder),
  ]);
  return { firstStart: false, apiKey: null, webhookToken: null, greetRuns, receiveOrderRuns };
}
