import { Option } from 'commander';
import { AbortError, type Mode, type Schemas, type Session, type Step } from '@workflow/client';
import type { AddCommand, Cli } from '../cli.ts';
import { CommandFailed, UsageError } from '../failures/failures.ts';
import { describeSession, stepLine } from './describe-session.ts';
import { listed } from './session-filter.ts';
import { findWorkflows } from '../values/find-workflows.ts';
import { readValues, splitData } from '../values/read-values.ts';

interface RunCommand {
  data?: string[];
  component?: string;
  mode?: string;
  wait?: boolean;
  follow?: boolean;
  idempotencyKey?: string;
  at?: string;
  after?: number;
  expireAfter?: number;
}

export const addRun: AddCommand = (program, cli) => {
  program
    .command('run <workflow> [values...]')
    .description('run a workflow, given by id or name, with values as key=value')
    .option('-d, --data <values>', 'values as JSON (text, @file, or - for standard input) or as key=value', listed)
    .option('--component <id>', 'start at the trigger with this id')
    .addOption(
      new Option('--mode <mode>', 'run the published version (prod) or the draft (test)').choices(['prod', 'test']),
    )
    .option('--at <time>', 'start at this time, such as 2026-12-01T08:00:00+01:00[Europe/Berlin]')
    .option('--after <seconds>', 'start after this many seconds', wholeSeconds)
    .option('--expire-after <seconds>', 'end the session as expired if it does not start in time', wholeSeconds)
    .option('--idempotency-key <key>', 'start only one session for this key')
    .option('--wait', 'wait until the session ends; the exit code shows its result')
    .option('--follow', 'like --wait, and show each step when it ends')
    .action((workflow: string, pairs: string[], options: RunCommand) => run(cli, workflow, pairs, options));
};

async function run(cli: Cli, workflow: string, pairs: string[], options: RunCommand): Promise<void> {
  const client = cli.client();
  const mode = (options.mode ?? 'prod').toUpperCase() as Mode;
  const data = splitData(options.data, pairs);
  const fields = data.pairs.length === 0 ? [] : await fieldsOf(cli, workflow, mode, options.component);
  const values = await readValues(cli, data.sources, data.pairs, fields);
  const { component: componentId, idempotencyKey } = options;
  const times = { startAt: options.at, startAfterSeconds: options.after, expireAfterSeconds: options.expireAfter };
  const how = { mode, componentId, idempotencyKey, ...times, signal: cli.signal };
  if (options.wait === true && options.follow !== true) {
    showEnd(cli, await unlessInterrupted(cli, 'The session', client.runAndWait(workflow, values, how)));
    return;
  }
  const started = await client.run(workflow, values, how);
  const { sessionId } = started;
  if (options.follow === true)
    showEnd(cli, await unlessInterrupted(cli, `The session ${sessionId}`, followed(cli, sessionId)));
  else cli.terminal.show(started, [sessionId]);
}

/** @throws UsageError */
function wholeSeconds(text: string): number {
  if (!/^\d{1,8}$/.test(text)) throw new UsageError(`'${text}' must be a whole number of seconds`);
  return Number(text);
}

async function followed(cli: Cli, id: string): Promise<Session> {
  await followSteps(cli, id);
  return cli.client().sessions.wait(id, { signal: cli.signal });
}

/** Ends the wait when the user presses Ctrl-C. The session continues. */
async function unlessInterrupted<Result>(cli: Cli, what: string, request: Promise<Result>): Promise<Result> {
  try {
    return await request;
  } catch (error) {
    if (error instanceof AbortError) cli.terminal.note(`${what} continues; \`workflow sessions list\` shows it`);
    throw error;
  }
}

/** Shows a session that ended. @throws CommandFailed unless the session succeeded */
export function showEnd(cli: Cli, session: Session): void {
  cli.terminal.show(session, describeSession(cli.terminal, session));
  if (session.status !== 'SUCCEEDED') throw new CommandFailed('');
}

/** Shows each try of a component when it ends, until the session ends. */
export async function followSteps(cli: Cli, id: string): Promise<void> {
  const shown = new Set<string>();
  const names = await namesOf(cli, id);
  for await (const event of cli.client().sessions.events(id, { signal: cli.signal })) {
    if (event.type !== 'steps') continue;
    for (const step of event.steps) {
      const key = `${step.componentId} ${step.run} ${step.iteration} ${step.attempt}`;
      if (step.finishedAt === null || shown.has(key)) continue;
      shown.add(key);
      writeStep(cli, step, names.get(step.componentId) ?? step.componentId);
    }
  }
}

function writeStep(cli: Cli, step: Step, name: string): void {
  const line = stepLine(cli.terminal, step, name);
  // A program reads one value from standard output, so lines for people go to standard error.
  if (cli.terminal.isJson) cli.terminal.note(line);
  else cli.terminal.printLine(line);
}

async function namesOf(cli: Cli, id: string): Promise<Map<string, string>> {
  const { data } = await cli
    .client()
    .call('GET /v1/sessions/{id}/definition', { path: { id } }, { signal: cli.signal });
  return new Map(data.components.map((component) => [component.id, component.name ?? component.type]));
}

/** Returns the placeholders of the triggers at which the run can start. */
async function fieldsOf(
  cli: Cli,
  workflow: string,
  mode: Mode,
  componentId: string | undefined,
): Promise<Schemas['Field'][]> {
  const triggers = (await findWorkflows(cli, workflow, mode)).flatMap((item) => item.triggers);
  const meant = triggers.filter((trigger) =>
    componentId === undefined ? trigger.startedByCallers : trigger.componentId === componentId,
  );
  return meant.flatMap(({ placeholders }) => placeholders);
}
