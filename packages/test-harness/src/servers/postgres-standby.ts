import { spawnSync } from 'node:child_process';
import { chownSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { waitFor } from '../wait-for.ts';
import { RestartablePostgres } from './restartable-postgres.ts';

/** Files that a copy of a running server's folder must not contain. */
const FILES_OF_PRIMARY = ['postmaster.pid', 'postmaster.opts'];

/**
 * Starts a standby that streams from this server. From then on the primary's commits wait for the standby, so that
 * acknowledged data survives the loss of the primary.
 */
export async function startStandby(primary: RestartablePostgres): Promise<RestartablePostgres> {
  const standby = new RestartablePostgres({
    ...primary.settings,
    primary_conninfo: `host=127.0.0.1 port=${primary.port} user=postgres`,
  });
  await withClient(primary, async (client) => {
    await client.query("ALTER SYSTEM SET wal_keep_size = '256MB'");
    await client.query('SELECT pg_reload_conf()');
    await client.query("SELECT pg_backup_start('standby', true)");
    const { status, stderr } = spawnSync('cp', ['-a', primary.dataDir, standby.dataDir], { encoding: 'utf8' });
    if (status !== 0) throw new Error(`The data of PostgreSQL could not be copied: ${stderr}`);
    const { rows } = await client.query<{ labelfile: string }>('SELECT labelfile FROM pg_backup_stop(false)');
    for (const file of FILES_OF_PRIMARY) rmSync(join(standby.dataDir, file), { force: true });
    writeOwned(standby.dataDir, 'backup_label', rows[0]!.labelfile);
    writeOwned(standby.dataDir, 'standby.signal', '');
    await standby.start();
    await client.query("ALTER SYSTEM SET synchronous_standby_names = '*'");
    await client.query('SELECT pg_reload_conf()');
    await waitFor(async () => {
      const states = await client.query("SELECT FROM pg_stat_replication WHERE sync_state = 'sync'");
      return states.rowCount === 1;
    });
  });
  return standby;
}

/** Makes a standby a primary. Resolves when it accepts writes. */
export async function promote(standby: RestartablePostgres): Promise<void> {
  await withClient(standby, async (client) => void (await client.query('SELECT pg_promote()')));
}

async function withClient(server: RestartablePostgres, use: (client: Client) => Promise<void>): Promise<void> {
  const client = new Client({ connectionString: server.url });
  await client.connect();
  try {
    await use(client);
  } finally {
    await client.end();
  }
}

/** Writes a file with the owner of its folder. */
function writeOwned(folder: string, name: string, content: string): void {
  const { uid, gid } = statSync(folder);
  writeFileSync(join(folder, name), content);
  chownSync(join(folder, name), uid, gid);
}
