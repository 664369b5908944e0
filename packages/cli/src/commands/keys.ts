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
  const keys = program.command('keys').description('API keys of the organization');
  keys
    .command('list', { isDefault: true })
    .description('list keys, without their values')
    .action(() => list(cli));
  keys
    .command('create <name>')
    .description('make a key; it is shown this once')
    .option('--scopes <list>', 'by commas: run, read, manage', 'run,read')
    .option('--expires <time>', 'when it ends, as 2027-01-31T00:00:00Z')
    .option('--per-minute <runs>', 'runs that it may start a minute')
    .option('--workflow <workflow...>', 'knows these alone, by id or name; others look unknown to it')
    .action((name: string, options: CreateOptions) => create(cli, name, options));
  keys
    .command('delete <id>')
    .description('end a key; within a second no replica takes it any more')
    .action(async (keyId: string) => {
      await cli.client().call('DELETE /v1/organization/api-keys/{keyId}', { path: { keyId } }, { signal: cli.signal });
      cli.terminal.show({ deleted: keyId }, [`Ended the key ${keyId}`]);
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
  const asked = scopes.split(',').map((scope) => scope.trim());
  const known = SCOPES.filter((scope) => asked.includes(scope));
  if (known.length !== asked.length) throw new UsageError(`--scopes must be of ${SCOPES.join(', ')}`);
  if (perMinute !== undefined && !/^[1-9]\d*$/.test(perMinute))
    throw new UsageError('--per-minute must be a whole number above 0');
  const { workflows } = cli.client();
  const bound = await Promise.all((workflow ?? []).map((each) => workflows.get(each, { signal: cli.signal })));
  const body = {
    name,
    scopes: known,
    ...(expires !== undefined && { expiresAt: expires }),
    ...(workflow !== undefined && { workflowIds: bound.map(({ id }) => id) }),
    ...(perMinute !== undefined && { rateLimit: { perMinute: Number(perMinute) } }),
  };
  const { data } = await cli.client().call('POST /v1/organization/api-keys', { body }, { signal: cli.signal });
  // The one time that a key is written: it was asked for, and cannot be had again.
  cli.terminal.show(data, [data.key]);
  if (cli.terminal.isInteractive) cli.terminal.note('Keep it: it is not shown again');
}
