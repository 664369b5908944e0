import type { Command } from 'commander';
import type { SessionFilter } from '@workflow/client';
import type { Cli } from '../cli.ts';
import { UsageError } from '../failures/failures.ts';

const LISTS = new Set(['status']);
const NAMES = [
  'workflowId',
  'componentId',
  'parentId',
  'status',
  'createdAfter',
  'createdBefore',
  'endedAfter',
  'endedBefore',
  'mode',
  'trigger',
  'text',
] as const;

const listed = (value: string, before: string[] = []): string[] => [...before, value];

/** Adds `--filter`, which may be repeated. */
export function withFilter(command: Command): Command {
  return command.option(
    '--filter <name=value>',
    `may be repeated: workflow (id or name), ${NAMES.slice(1).join(', ')}`,
    listed,
  );
}

/** What `--filter` says, as the API has it; a workflow may be given by name. @throws UsageError */
export async function readFilter(cli: Cli, given: readonly string[] = []): Promise<SessionFilter> {
  const filter: Record<string, unknown> = {};
  for (const pair of given) {
    const at = pair.indexOf('=');
    const [name, value] = [pair.slice(0, at), pair.slice(at + 1)];
    if (at > 0 && (name === 'workflow' || name === 'workflowId')) {
      filter['workflowId'] = (await cli.client().workflows.get(value, { signal: cli.signal })).id;
      continue;
    }
    if (at <= 0 || !(NAMES as readonly string[]).includes(name))
      throw new UsageError(`--filter '${pair}': it must be name=value, with a name of ${NAMES.join(', ')}`);
    const values = LISTS.has(name) ? value.split(',').map((each) => each.toUpperCase()) : [value];
    const text = name === 'mode' || name === 'trigger' ? value.toUpperCase() : value;
    filter[name] = LISTS.has(name) ? [...((filter[name] ?? []) as string[]), ...values] : text;
  }
  return filter as SessionFilter;
}
