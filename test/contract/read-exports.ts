import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { waitFor } from '@workflow/test-harness';
import pg from 'pg';
import type { ContractSystem } from './contract-system.ts';

/** A folder for `EXPORT_FOLDER` of all executors. */
export interface ExportFolder {
  path: string;
  /** Lets retention export all ended sessions and returns their lines. The sessions are deleted afterwards. */
  read(system: ContractSystem, ended: ReadonlySet<string>): Promise<string>;
  remove(): Promise<void>;
}

export async function openExportFolder(): Promise<ExportFolder> {
  const path = await mkdtemp(join(tmpdir(), 'workflow-export-'));
  const lines = async (): Promise<string> => {
    const files = (await readdir(path, { recursive: true })).filter((name) => name.endsWith('.ndjson.gz'));
    const texts = await Promise.all(files.map(async (name) => gunzipSync(await readFile(join(path, name))).toString()));
    return texts.join('');
  };
  return {
    path,
    read: async (system, ended) => {
      await makeOld(system);
      // It requests the lease of retention immediately.
      await system.startExecutor();
      return waitFor(
        async () => {
          const text = await lines();
          return [...ended].every((sessionId) => text.includes(sessionId)) ? text : null;
        },
        { what: 'the export of each session that was looked at' },
      );
    },
    remove: () => rm(path, { recursive: true }),
  };
}

/** Sets retention to zero and frees its lease. */
async function makeOld({ databaseUrl, organization }: ContractSystem): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(
      `INSERT INTO organization_quotas (organization_id, retention_days, updated_at) VALUES ($1, 0, now())
        ON CONFLICT (organization_id) DO UPDATE SET retention_days = 0`,
      [organization.id],
    );
    await client.query(`DELETE FROM leases WHERE name = 'retention'`);
  } finally {
    await client.end();
  }
}

/** Returns the other exports of an admin: the audit log as lines, and every workflow. */
export async function readOtherExports({ api }: ContractSystem): Promise<string> {
  const read = async (path: string): Promise<string> => {
    const answer = await fetch(api.baseUrl + path, { headers: { 'x-api-key': api.apiKey } });
    if (answer.status !== 200) throw new Error(`GET ${path} answered ${answer.status}`);
    return answer.text();
  };
  const { items } = JSON.parse(await read('/v1/workflows?limit=100')) as { items: { id: string }[] };
  const workflows = await Promise.all(items.map(({ id }) => read(`/v1/workflows/${id}`)));
  return [await read('/v1/organization/audit-log/export'), ...workflows].join('\n');
}
