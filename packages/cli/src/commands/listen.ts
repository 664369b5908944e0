import type { SentSession } from '@workflow/client';
import type { AddCommand, Cli } from '../cli.ts';
import { UsageError } from '../failures/failures.ts';
import { readDelivery, type Delivery } from '../values/read-delivery.ts';

/** Headers of one connection, not of the delivery (RFC 9110 §7.6.1), and what `fetch` sets itself. */
const OF_THE_CONNECTION = new Set([
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
/** Sessions that are remembered as forwarded. */
const REMEMBERED = 10_000;

export const addListen: AddCommand = (program, cli) => {
  program
    .command('listen <workflow>')
    .description('forward what the webhooks of a workflow receive to a local address')
    .requiredOption('--to <address>', 'where it is sent, such as http://localhost:8080/hooks')
    .action((workflow: string, { to }: { to: string }) => listen(cli, workflow, to));
};

async function listen(cli: Cli, workflow: string, to: string): Promise<void> {
  if (!/^https?:\/\//i.test(to) || !URL.canParse(to))
    throw new UsageError(`--to must be an address, such as http://localhost:8080: ${to}`);
  const { id, name } = await cli.client().workflows.get(workflow, { signal: cli.signal });
  const { signal } = cli;
  cli.terminal.beginEndless();
  const done = new Set<string>();
  cli.terminal.note(`Forwarding what the webhooks of ${name} receive to ${to}; Ctrl-C ends it`);
  const watched = cli.client().sessions.watch({ workflowId: id, trigger: 'WEBHOOK' }, { signal });
  const since = Date.now() - CLOCK_SLACK_MS;
  for await (const session of watched) {
    // Sessions come again with each change, also those of before.
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
    cli.terminal.note(`${session.id}: its delivery is not shown, because it is sensitive or gathered`);
    return;
  }
  const outcome = await send(delivery, to, cli.signal);
  const { id, createdAt } = session;
  const record = { sessionId: id, receivedAt: createdAt, method: delivery.method, ...outcome };
  if (cli.terminal.isJson) cli.terminal.jsonLine(record);
  else cli.terminal.say(`${createdAt}  ${id}  ${delivery.method}  ${outcome.status ?? outcome.error}`);
}

async function send(delivery: Delivery, to: string, signal: AbortSignal): Promise<{ status?: number; error?: string }> {
  const url = new URL(to);
  for (const [name, value] of delivery.query) url.searchParams.append(name, value);
  const headers = new Headers();
  for (const [name, value] of delivery.headers) if (!OF_THE_CONNECTION.has(name)) headers.append(name, value);
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
