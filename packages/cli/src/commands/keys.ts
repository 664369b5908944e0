import type { AddCommand, Cli } from '../cli.ts';
import { UsageError } from '../failures/failures.ts';
import { itemsOf } from '../values/all-items.ts';
import { table } from '../terminal/table.ts';

const SCOPES = ['run', 'read', 'manage'] as const;

interface CreateOptions {
  scopes: string;
  expires?: string;
  perMinute?: string;
  workflow?: string[];
}

export const addKeys: AddCommand = (program, cli) => {
  const keys = program.command('keys').description('manage the API keys of the organization');
  keys
    .command('list', { isDefault: true })
    .description('list keys, without their values')
    .action(() => list(cli));
  keys
    .command('create <name>')
    .description('create a key, which is shown only once')
    .option('--scopes <list>', 'comma-separated: run, read, manage', 'run,read')
    .option('--expires <time>', 'when the key expires, such as 2027-01-31T00:00:00Z')
    .option('--per-minute <runs>', 'number of sessions that the key may start per minute')
    .option('--workflow <workflow...>', 'give access to these workflows only (ids or names)')
    .action((name: string, options: CreateOptions) => create(cli, name, options));
  keys
    .command('delete <id>')
    .description('delete a key; it stops working within a second')
    .action(async (keyId: string) => {
      await cli.client().call('DELETE /v1/organization/api-keys/{keyId}', { path: { keyId } }, { signal: cli.signal });
      cli.terminal.show({ deleted: keyId }, [`Deleted the key ${keyId}`]);
    });
};

async function list(cli: Cli): Promise<void> {
  const keys = await itemsOf((cursor) =>
    cli.client().call('GET /v1/organization/api-keys', { query: { ...cursor, limit: 200 } }, { signal: cli.signal }),
  );
  const rows = keys.map(({ id, name, prefix, scopes, expiresAt, lastUsedAt }) => [
    id,
    name,
    `${prefix}…`,
    scopes.join(','),
    expiresAt ?? 'never',
    lastUsedAt ?? 'never',
  ]);
  cli.terminal.show(keys, table(['id', 'name', 'begins', 'scopes', 'expires', 'last used'], rows));
}

async function create(cli: Cli, name: string, { scopes, expires, perMinute, workflow }: CreateOptions): Promise<void> {
  const requestedScopes = scopes.split(',').map((scope) => scope.trim());
  const knownScopes = SCOPES.filter((scope) => requestedScopes.includes(scope));
  if (knownScopes.length !== requestedScopes.length)
    throw new UsageError(`--scopes must be a comma-separated list of ${SCOPES.join(', ')}`);
  if (perMinute !== undefined && !/^[1-9]\d*$/.test(perMinute))
    throw new UsageError('--per-minute must be a whole number above 0');
  const { workflows } = cli.client();
  const bound = await Promise.all((workflow ?? []).map((each) => workflows.get(each, { signal: cli.signal })));
  const body = {
    name,
    scopes: knownScopes,
    ...(expires !== undefined && { expiresAt: expires }),
    ...(workflow !== undefined && { workflowIds: bound.map(({ id }) => id) }),
    ...(perMinute !== undefined && { rateLimit: { perMinute: Number(perMinute) } }),
  };
  const { data } = await cli.client().call('POST /v1/organization/api-keys', { body }, { signal: cli.signal });
  // This is the only time that the key is shown.
  cli.terminal.show(data, [data.key]);
  if (cli.terminal.isInteractive) cli.terminal.note('Store the key now: it is not shown again');
}
