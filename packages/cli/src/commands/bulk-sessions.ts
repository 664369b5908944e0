import { setTimeout as pause } from 'node:timers/promises';
import { Option, type Command } from 'commander';
import { ApiError, type Operation, type Session } from '@workflow/client';
import type { Cli } from '../cli.ts';
import { CommandFailed, UsageError } from '../failures/failures.ts';
import { statusText } from './describe-session.ts';
import { readFilter, withFilter } from './session-filter.ts';

interface BulkOptions {
  filter?: string[];
  dryRun?: boolean;
  from?: 'failed-step' | 'start';
  version?: 'pinned' | 'latest';
}

const POLL_MS = 500;

/** Adds `retry` and `cancel`. Both take ids of sessions, or a filter. */
export function addBulk(sessions: Command, cli: Cli): void {
  const from = new Option('--from <step>', 'where the session starts again').choices(['failed-step', 'start']);
  const version = new Option(
    '--version <version>',
    'the version that the session used, or the version published now',
  ).choices(['pinned', 'latest']);
  withFilter(sessions.command('retry [ids...]').description('run failed or cancelled sessions again'))
    .addOption(from)
    .addOption(version)
    .option('--dry-run', 'only count the sessions that the filter matches')
    .action((ids: string[], options: BulkOptions) => change(cli, 'retry', ids, options));
  withFilter(sessions.command('cancel [ids...]').description('cancel sessions and their children'))
    .option('--dry-run', 'only count the sessions that the filter matches')
    .action((ids: string[], options: BulkOptions) => change(cli, 'cancel', ids, options));
}

async function change(cli: Cli, action: 'retry' | 'cancel', ids: string[], options: BulkOptions): Promise<void> {
  if (ids.length > 0 === (options.filter !== undefined))
    throw new UsageError('Give either ids of sessions or --filter');
  if (ids.length > 0 && options.dryRun === true) throw new UsageError('--dry-run needs --filter');
  if (ids.length > 0) await changeEach(cli, action, ids, options);
  else await changeAll(cli, action, options);
}

async function changeEach(cli: Cli, action: 'retry' | 'cancel', ids: string[], options: BulkOptions): Promise<void> {
  const { sessions } = cli.client();
  const { signal } = cli;
  const { from, version } = options;
  const act = (id: string): Promise<Session> =>
    action === 'retry' ? sessions.retry(id, { from, version, signal }) : sessions.cancel(id, { signal });
  const changed: Session[] = [];
  const failures: { id: string; message: string; errorId: string | null }[] = [];
  for (const id of ids) {
    try {
      changed.push(await act(id));
    } catch (error) {
      if (!(error instanceof ApiError) || ids.length === 1) throw error;
      failures.push({ id, message: error.message, errorId: error.errorId });
    }
  }
  const lines = changed.map(({ id, status }) => `${id}  ${statusText(cli.terminal, status)}`);
  cli.terminal.show({ changed, failures }, lines);
  for (const { id, message, errorId } of failures) cli.terminal.note(`${id}: ${message} (errorId ${errorId ?? '-'})`);
  if (failures.length > 0) throw new CommandFailed('');
}

async function changeAll(cli: Cli, action: 'retry' | 'cancel', options: BulkOptions): Promise<void> {
  const { sessions } = cli.client();
  const { signal } = cli;
  const filter = (await readFilter(cli, options.filter)) as Parameters<typeof sessions.bulk>[0]['filter'];
  const { from, version } = options;
  const how = { ...(from !== undefined && { from }), ...(version !== undefined && { version }) };
  const request = { action, filter, ...how };
  if (options.dryRun === true) {
    const { matched } = await sessions.bulk({ ...request, dryRun: true }, { signal });
    cli.terminal.show({ action, matched, dryRun: true }, [`${matched} sessions match; nothing was changed`]);
    return;
  }
  const { operationId } = await sessions.bulk(request, { signal });
  const operation = await untilDone(cli, operationId);
  const { status, done, failed, matched } = operation;
  cli.terminal.show(operation, [`${action}: ${done} of ${matched} sessions changed, ${failed} failed`]);
  if (status === 'STOPPED') throw new CommandFailed('The operation was stopped before it changed all sessions');
  if (status === 'FAILED' || failed > 0) throw new CommandFailed('');
}

async function untilDone(cli: Cli, id: string): Promise<Operation> {
  for (;;) {
    const operation = await cli.client().sessions.operation(id, { signal: cli.signal });
    if (operation.status !== 'RUNNING') return operation;
    await pause(POLL_MS, undefined, { signal: cli.signal });
  }
}
