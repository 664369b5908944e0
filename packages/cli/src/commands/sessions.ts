import { InvalidArgumentError } from 'commander';
import type { Session } from '@workflow/client';
import type { AddCommand, Cli } from '../cli.ts';
import { oneLine, table } from '../terminal/table.ts';
import { addBulk } from './bulk-sessions.ts';
import { describeSession, statusText, stepLine } from './describe-session.ts';
import { followSteps, showEnd } from './run.ts';
import { readFilter, withFilter } from './session-filter.ts';

const DEFAULT_LIMIT = 50;

interface Filtered {
  filter?: string[];
}

export const addSessions: AddCommand = (program, cli) => {
  const sessions = program.command('sessions').description('list, show, start, retry and cancel sessions');
  withFilter(sessions.command('list').description('list sessions, newest first'))
    .option('--limit <number>', 'how many', positive, DEFAULT_LIMIT)
    .action((options: Filtered & { limit: number }) => list(cli, options));
  sessions
    .command('show <id>')
    .description('show a session with its steps')
    .option('--full', 'show large values completely')
    .action((id: string, { full = false }: { full?: boolean }) => show(cli, id, full));
  withFilter(
    sessions.command('tail [id]').description('follow one session, or all sessions that start or change'),
  ).action((id: string | undefined, options: Filtered) => tail(cli, id, options));
  sessions
    .command('start <id>')
    .description('start a delayed session now')
    .action((id: string) => startNow(cli, id));
  addBulk(sessions, cli);
};

function positive(text: string): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number) || number < 1) throw new InvalidArgumentError('It must be a whole number above 0.');
  return number;
}

async function list(cli: Cli, { filter, limit }: Filtered & { limit: number }): Promise<void> {
  const query = { ...(await readFilter(cli, filter)), limit: Math.min(limit, 200) };
  const sessions: Session[] = [];
  for await (const session of cli.client().sessions.list(query, { signal: cli.signal })) {
    sessions.push(session);
    if (sessions.length === limit) break;
  }
  const rows = sessions.map(({ id, status, trigger, createdAt, error, output }) => [
    id,
    status,
    trigger,
    createdAt,
    error === null ? oneLine(output, 40) : oneLine(`${error.code}: ${error.message}`, 40),
  ]);
  const lines = table(['id', 'status', 'trigger', 'created', 'result'], rows);
  cli.terminal.show(sessions, lines.length === 0 ? ['No sessions'] : lines);
}

async function show(cli: Cli, id: string, full: boolean): Promise<void> {
  const { sessions } = cli.client();
  const session = await sessions.get(id, { signal: cli.signal });
  const steps = [];
  for await (const step of sessions.steps(id, { signal: cli.signal, full })) steps.push(step);
  const lines = steps.map((step) => stepLine(cli.terminal, step, step.componentId));
  cli.terminal.show({ ...session, steps }, [...describeSession(cli.terminal, session), ...lines]);
}

async function startNow(cli: Cli, id: string): Promise<void> {
  const session = await cli.client().sessions.start(id, { signal: cli.signal });
  cli.terminal.show(session, describeSession(cli.terminal, session));
}

async function tail(cli: Cli, id: string | undefined, { filter }: Filtered): Promise<void> {
  const { sessions } = cli.client();
  if (id !== undefined) {
    await followSteps(cli, id);
    showEnd(cli, await sessions.get(id, { signal: cli.signal }));
    return;
  }
  cli.terminal.beginEndless();
  for await (const session of sessions.watch(await readFilter(cli, filter), { signal: cli.signal })) {
    const { createdAt, trigger, status, error } = session;
    const why = error === null ? '' : `  ${error.code}: ${oneLine(error.message)}`;
    // This command has no end, so each change is written as a separate JSON value.
    if (cli.terminal.isJson) cli.terminal.jsonLine(session);
    else cli.terminal.printLine(`${createdAt}  ${session.id}  ${trigger}  ${statusText(cli.terminal, status)}${why}`);
  }
}
