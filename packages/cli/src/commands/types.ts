import { writeFileSync } from 'node:fs';
import type { AddCommand, Cli } from '../cli.ts';
import { typesOf } from '../types/types-of.ts';
import { itemsOf } from '../values/all-items.ts';

export const addTypes: AddCommand = (program, cli) => {
  program
    .command('types')
    .description('write a TypeScript file with the placeholders of published workflows, for the client')
    .requiredOption('--out <file>', 'the file to write, such as workflows.d.ts')
    .action(({ out }: { out: string }) => types(cli, out));
};

async function types(cli: Cli, out: string): Promise<void> {
  const workflows = await itemsOf((cursor) =>
    cli.client().call('GET /v1/startable-workflows', { query: { ...cursor, limit: 200 } }, { signal: cli.signal }),
  );
  writeFileSync(out, typesOf(workflows));
  cli.terminal.show({ out, workflows: workflows.length }, [
    `Wrote the placeholders of ${workflows.length} workflows to ${out}`,
  ]);
}
