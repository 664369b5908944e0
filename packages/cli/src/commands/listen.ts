import type { SentSession } from '@workflow/client';
import type { AddCommand, Cli } from '../cli.ts';
import { UsageError } from '../failures/failures.ts';
import { findWorkflow } from '../values/find-workflows.ts';
import { readDelivery, type Delivery } from '../values/read-delivery.ts';

/**
 * Headers that belong to one connection and not to the delivery (RFC 9110 §7.6.1), and headers that `fetch` sets
 * itself.
 */
const CONNECTION_HEADERS = new Set([
  'connection',
  'content-length',
  'content-encoding',
  'expect',
  'host',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);
/** Number of forwarded sessions whose ids are remembered. */
const REMEMBERED = 10_000;

export const addListen: AddCommand = (program, cli) => {
  program
    .command('listen <workflow>')
    .description('forward deliveries to the webhooks of a workflow to a local address')
    .requiredOption('--to <address>', 'where to send deliveries, such as http://localhost:8080/hooks')
    .action((workflow: string, { to }: { to: string }) => listen(cli, workflow, to));
};

async function listen(cli: Cli, workflow: string, to: string): Promise<void> {
  if (!/^https?:\/\//i.test(to) || !URL.canParse(to))
    throw new UsageError(`--to must be an address such as http://localhost:8080, not '${to}'`);
  const { id, name } = await findWorkflow(cli, workflow);
  const { signal } = cli;
  cli.terminal.beginEndless();
  const done = new Set<string>();
  cli.terminal.note(`Forwarding deliveries of ${name} to ${to}; press Ctrl-C to stop`);
  const watched = cli.client().sessions.watch({ workflowId: id, trigger: 'WEBHOOK' }, { signal });
  const since = Date.now() - CLOCK_SLACK_MS;
  for await (const session of watched) {
    // A session is reported again after each change, including sessions that started before this command.
    if (done.has(session.id) || Date.parse(session.createdAt) < since) continue;
    done.add(session.id);
    const [oldest] = done;
    if (done.size > REMEMBERED && oldest !== undefined) done.delete(oldest);
    await forward(cli, session, to);
  }
}

const CLOCK_SLACK_MS = 5_000;

async function forward(cli: Cli, session: SentSession, to: string): Promise<void> {
  const whole =
    session.truncated === true ? await cli.client().sessions.get(session.id, { signal: cli.signal }) : session;
  const delivery = readDelivery(whole.placeholderValues);
  if (delivery === null) {
    cli.terminal.note(
      `${session.id}: could not forward the delivery: it contains sensitive values or combines several deliveries`,
    );
    return;
  }
  const outcome = await send(delivery, to, cli.signal);
  const { id, createdAt } = session;
  const record = { sessionId: id, receivedAt: createdAt, method: delivery.method, ...outcome };
  if (cli.terminal.isJson) cli.terminal.jsonLine(record);
  else cli.terminal.printLine(`${createdAt}  ${id}  ${delivery.method}  ${outcome.status ?? outcome.error}`);
}

async function send(delivery: Delivery, to: string, signal: AbortSignal): Promise<{ status?: number; error?: string }> {
  const url = new URL(to);
  for (const [name, value] of delivery.query) url.searchParams.append(name, value);
  const headers = new Headers();
  for (const [name, value] of delivery.headers) if (!CONNECTION_HEADERS.has(name)) headers.append(name, value);
  const hasBody = delivery.method !== 'GET' && delivery.method !== 'HEAD';
  try {
    const { status } = await fetch(url, {
      method: delivery.method,
      headers,
      signal,
      redirect: 'manual',
      ...(hasBody && { body: delivery.body }),
    });
    return { status };
  } catch (error) {
    const { cause, message } = error as Error;
    return { error: cause instanceof Error ? cause.message : message };
  }
}
