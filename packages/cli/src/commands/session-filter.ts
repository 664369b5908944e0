import type { Command } from 'commander';
import type { SessionFilter } from '@workflow/client';
import type { Cli } from '../cli.ts';
import { UsageError } from '../failures/failures.ts';
import { findWorkflow } from '../values/find-workflows.ts';

const LISTS = new Set(['status']);
/** The compiler reports a filter of the API that is missing here. */
const NAMES = Object.keys({
  workflowId: true,
  componentId: true,
  parentId: true,
  parentComponentId: true,
  status: true,
  createdAfter: true,
  createdBefore: true,
  endedAfter: true,
  endedBefore: true,
  startsAfter: true,
  startsBefore: true,
  waitingFor: true,
  mode: true,
  trigger: true,
  label: true,
  text: true,
  fingerprint: true,
} satisfies Record<Exclude<keyof SessionFilter, 'limit'>, true>);

/** Collects the values of an option that may be repeated. */
export const listed = (value: string, before: string[] = []): string[] => [...before, value];

/** Adds `--filter`, which may be repeated. */
export function withFilter(command: Command): Command {
  return command.option(
    '--filter <name=value>',
    `only sessions that match; may be repeated; names: workflow (id or name), ${NAMES.slice(1).join(', ')}`,
    listed,
  );
}

/** Returns the filters of `--filter` in the form of the API. A workflow may be given by name. @throws UsageError */
export async function readFilter(cli: Cli, filters: readonly string[] = []): Promise<SessionFilter> {
  const filter: Record<string, unknown> = {};
  for (const pair of filters) {
    const at = pair.indexOf('=');
    const [name, value] = [pair.slice(0, at), pair.slice(at + 1)];
    if (at > 0 && (name === 'workflow' || name === 'workflowId')) {
      filter['workflowId'] = (await findWorkflow(cli, value)).id;
      continue;
    }
    if (at <= 0 || !NAMES.includes(name))
      throw new UsageError(`--filter '${pair}' must be name=value, where name is one of ${NAMES.join(', ')}`);
    const values = LISTS.has(name) ? value.split(',').map((each) => each.toUpperCase()) : [value];
    const text = name === 'mode' || name === 'trigger' ? value.toUpperCase() : value;
    filter[name] = LISTS.has(name) ? [...((filter[name] ?? []) as string[]), ...values] : text;
  }
  return filter as SessionFilter;
}
