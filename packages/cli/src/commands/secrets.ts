import type { AddCommand, Cli } from '../cli.ts';
import { UsageError } from '../failures/failures.ts';
import { table } from '../terminal/table.ts';
import { itemsOf } from '../values/all-items.ts';

export const addSecrets: AddCommand = (program, cli) => {
  const secrets = program.command('secrets').description('manage secrets, which workflows read by name');
  secrets
    .command('list', { isDefault: true })
    .description('list secrets, without their values')
    .action(() => list(cli));
  secrets
    .command('set <name>')
    .description('create or replace a secret with the value from standard input')
    .action((name: string) => set(cli, name));
  secrets
    .command('delete <name>')
    .description('delete a secret')
    .action(async (name: string) => {
      await cli.client().call('DELETE /v1/organization/secrets/{name}', { path: { name } }, { signal: cli.signal });
      cli.terminal.show({ deleted: name }, [`Deleted the secret ${name}`]);
    });
};

async function list(cli: Cli): Promise<void> {
  const secrets = await itemsOf((cursor) =>
    cli.client().call('GET /v1/organization/secrets', { query: { ...cursor, limit: 200 } }, { signal: cli.signal }),
  );
  const rows = secrets.map(({ name, updatedAt, updatedBy }) => [name, updatedAt, updatedBy?.name ?? '']);
  cli.terminal.show(secrets, table(['name', 'updated', 'by'], rows));
}

async function set(cli: Cli, name: string): Promise<void> {
  // A typed value would be visible on the screen and in the scrollback of the terminal.
  if (cli.terminal.streams.stdin.isTTY === true)
    throw new UsageError(`Send the value to standard input: printf %s "$VALUE" | workflow secrets set ${name}`);
  const value = await cli.terminal.readInput(cli.signal);
  if (value === '') throw new UsageError('The value of the secret is missing: standard input is empty');
  const input = { path: { name }, body: { value } };
  const { data } = await cli.client().call('PUT /v1/organization/secrets/{name}', input, { signal: cli.signal });
  cli.terminal.show(data, [`Set the secret ${name}`]);
}
