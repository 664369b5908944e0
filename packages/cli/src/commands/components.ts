import type { AddCommand, Cli } from '../cli.ts';
import { CommandFailed } from '../failures/failures.ts';
import { oneLine, table } from '../terminal/table.ts';

export const addComponents: AddCommand = (program, cli) => {
  program
    .command('components [type]')
    .description('list component types, or show the documentation of one')
    .action((type: string | undefined) => components(cli, type));
};

async function components(cli: Cli, type: string | undefined): Promise<void> {
  const { data } = await cli.client().call('GET /v1/component-types', {}, { signal: cli.signal });
  if (type === undefined) {
    const rows = data.items.map((each) => [each.type, each.category, each.version, oneLine(each.description, 70)]);
    cli.terminal.show(data.items, table(['type', 'category', 'version', 'description'], rows));
    return;
  }
  const found = data.items.find((each) => each.type === type);
  if (found === undefined)
    throw new CommandFailed(`Component type '${type}' not found; \`workflow components\` lists all types`);
  cli.terminal.show(found, [found.docs]);
}
