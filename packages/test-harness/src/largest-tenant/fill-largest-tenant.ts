import { Client } from 'pg';
import { APP_STEPS } from './fill-apps.ts';
import { COLLECTION_STEPS } from './fill-collections.ts';
import { CONVERSATION_STEPS } from './fill-conversations.ts';
import { ORGANIZATION_STEPS } from './fill-organization.ts';
import { SESSION_STEPS } from './fill-sessions.ts';
import type { FillStep } from './fill-step.ts';
import { TRIGGER_STEPS } from './fill-triggers.ts';
import { workflowSteps } from './fill-workflows.ts';
import {
  chatDefinition,
  formDefinition,
  smallDefinition,
  triggerDefinition,
  wideDefinition,
} from './large-definitions.ts';
import { TENANT_ID_SQL } from './tenant-id.ts';
import { LARGE } from './tenant-sizes.ts';

/**
 * Brings an organization to all of its limits, with one statement for each table. Tables that do not refer to each
 * other are filled at the same time.
 */
export async function fillLargestTenant(databaseUrl: string, organizationId: string): Promise<void> {
  const workflows = workflowSteps({
    [LARGE.wide]: wideDefinition(),
    [LARGE.triggers]: triggerDefinition(),
    [LARGE.form]: formDefinition(),
    [LARGE.chat]: chatDefinition(),
    small: smallDefinition(),
  });
  await withDatabase(databaseUrl, (database) => database.query(TENANT_ID_SQL));
  const groups = [
    [...workflows, ...TRIGGER_STEPS],
    [...ORGANIZATION_STEPS, ...APP_STEPS],
    [...SESSION_STEPS, ...CONVERSATION_STEPS],
    COLLECTION_STEPS,
  ];
  await Promise.all(groups.map((steps) => fill(databaseUrl, organizationId, steps)));
  await withDatabase(databaseUrl, (database) => database.query('ANALYZE'));
}

function fill(databaseUrl: string, organizationId: string, steps: readonly FillStep[]): Promise<void> {
  return withDatabase(databaseUrl, async (database) => {
    for (const { table, text, values } of steps)
      await database.query(text, values?.(organizationId) ?? [organizationId]).catch((error: unknown) => {
        throw new Error(`Could not fill ${table}`, { cause: error });
      });
  });
}

async function withDatabase<Result>(url: string, use: (database: Client) => Promise<Result>): Promise<Result> {
  const database = new Client({ connectionString: url, application_name: 'largest-tenant' });
  await database.connect();
  try {
    return await use(database);
  } finally {
    await database.end();
  }
}
