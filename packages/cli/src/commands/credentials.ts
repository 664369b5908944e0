import type { RouteInput } from '@workflow/client';
import type { AddCommand, Cli } from '../cli.ts';
import { CommandFailed, UsageError } from '../failures/failures.ts';
import { table } from '../terminal/table.ts';
import { itemsOf } from '../values/all-items.ts';

type Content = RouteInput<'POST /v1/organization/credentials'>['body'];

export const addCredentials: AddCommand = (program, cli) => {
  const credentials = program
    .command('credentials')
    .description('manage credentials, which components use to sign in to other services');
  credentials
    .command('list', { isDefault: true })
    .description('list credentials, without their secrets')
    .action(() => list(cli));
  credentials
    .command('create')
    .description('create a credential from JSON on standard input with name, type and the fields of the type')
    .action(async () => {
      const body = await readContent(cli);
      const { data } = await cli.client().call('POST /v1/organization/credentials', { body }, { signal: cli.signal });
      cli.terminal.show(data, [data.id]);
    });
  credentials
    .command('set <id>')
    .description('replace a credential with JSON on standard input; omitted secrets stay unchanged')
    .action(async (id: string) => {
      const input = { path: { id }, body: await readContent(cli) };
      const { data } = await cli.client().call('PUT /v1/organization/credentials/{id}', input, { signal: cli.signal });
      cli.terminal.show(data, [`Changed the credential ${data.name}`]);
    });
  credentials
    .command('test <id>')
    .description('test a credential by signing in with it')
    .action((id: string) => test(cli, id));
  credentials
    .command('delete <id>')
    .description('delete a credential')
    .option('--force', 'delete it even if published workflows use it')
    .action(async (id: string, { force = false }: { force?: boolean }) => {
      const input = { path: { id }, query: { force } };
      await cli.client().call('DELETE /v1/organization/credentials/{id}', input, { signal: cli.signal });
      cli.terminal.show({ deleted: id }, [`Deleted the credential ${id}`]);
    });
};

async function list(cli: Cli): Promise<void> {
  const credentials = await itemsOf((cursor) =>
    cli.client().call('GET /v1/organization/credentials', { query: { ...cursor, limit: 200 } }, { signal: cli.signal }),
  );
  const rows = credentials.map(({ id, name, type, status, usedBy = [] }) => [
    id,
    name,
    type,
    status,
    usedBy.map((use) => use.name).join(', '),
  ]);
  cli.terminal.show(credentials, table(['id', 'name', 'type', 'status', 'used by'], rows));
}

async function test(cli: Cli, id: string): Promise<void> {
  const route = 'POST /v1/organization/credentials/{id}/test';
  const { data } = await cli.client().call(route, { path: { id } }, { signal: cli.signal });
  cli.terminal.show(data, [
    data.ok ? `The credential works${data.message === undefined ? '' : `: ${data.message}`}` : '',
  ]);
  if (!data.ok) throw new CommandFailed(data.message ?? 'The credential does not work');
}

async function readContent(cli: Cli): Promise<Content> {
  if (cli.terminal.streams.stdin.isTTY === true)
    throw new UsageError('Send the credential to standard input as JSON with name, type and the fields of the type');
  const text = await cli.terminal.readInput(cli.signal);
  try {
    return JSON.parse(text) as Content;
  } catch (error) {
    throw new UsageError('Standard input is not valid JSON', { cause: error });
  }
}
