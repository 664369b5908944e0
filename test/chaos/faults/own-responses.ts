import { randomUUID } from 'node:crypto';
import type { Lab } from '@workflow/test-harness';
import type { Component, Connection as GraphConnection } from '@workflow/workflow-model';
import { Connection } from '../../load/connection.ts';
import { requestBytes } from '../../load/load.ts';
import type { Verdict } from '../judge.ts';
import { onBothQueues, type FaultRun, type Queue } from '../lab-fault.ts';
import { readSessionIds } from '../read-session-ids.ts';

const WEBHOOKS = 3;
const SENDERS = 64;
const CREATED = 201;

/** A workflow has three webhooks that respond, each with 64 senders: every sender gets the response to its request. */
export const ownResponses = onBothQueues('three webhooks that respond', { short: true, share: 0.5, inject });

async function inject({ size, startLab }: FaultRun, backend: Queue): Promise<Verdict> {
  const lab = await startLab({ backend, ingresses: 2, executors: 2 });
  const webhooks = await publishWebhooks(lab);
  const rounds = size.of(100, 4);
  const answers = { own: 0, wrong: 0, others: {} as Record<string, number> };
  const sent = webhooks.flatMap((webhook) =>
    Array.from({ length: SENDERS }, (_, sender) => sendInTurn(lab, webhook, sender, rounds, answers)),
  );
  await Promise.all(sent);
  const total = WEBHOOKS * SENDERS * rounds;
  const accepted = await lab.withDatabase(readSessionIds);
  return {
    accepted,
    withinSeconds: 60,
    bars: [
      { text: `${answers.own} of ${total} senders got the response to their request`, met: answers.own === total },
      { text: `${answers.wrong} got another response`, met: answers.wrong === 0 },
      { text: `other answers ${JSON.stringify(answers.others)}`, met: Object.keys(answers.others).length === 0 },
      { text: `${accepted.length} sessions`, met: accepted.length === total },
    ],
  };
}

interface Webhook {
  /** The number that its responses contain. */
  number: number;
  path: string;
  token: string;
}

/** Publishes one workflow with three webhooks. Each has a separate path to a component that responds. */
async function publishWebhooks(lab: Lab): Promise<Webhook[]> {
  const components: Component[] = [];
  const connections: GraphConnection[] = [];
  const ids = Array.from({ length: WEBHOOKS }, (_, number) => {
    const [webhook, read, respond] = [randomUUID(), randomUUID(), randomUUID()];
    components.push(
      {
        ...{ id: webhook, type: 'webhook', output: `request${number}` },
        config: { deduplicateBy: [], response: { timeoutSeconds: 60 } },
      },
      {
        ...{ id: read, type: 'json-parse', output: `sent${number}` },
        config: {
          source: `{{ request${number} }}`,
          path: '/body',
          fields: [{ key: 'text', type: 'TEXT' }],
        },
      },
      {
        ...{ id: respond, type: 'respond' },
        config: { status: CREATED, body: { webhook: number, text: `{{ sent${number}.text }}` } },
      },
    );
    connections.push({ from: webhook, port: 'next', to: read }, { from: read, port: 'next', to: respond });
    return webhook;
  });
  const workflowId = await lab.api.publish('Three webhooks', { components, connections });
  return Promise.all(
    ids.map(async (id, number) => {
      const path = `/v1/workflows/${workflowId}/components/${id}/token`;
      const { token } = await lab.api.call<{ token: string }>('POST', path);
      return { number, path: `/webhook/${workflowId}`, token };
    }),
  );
}

/** Sends requests of one sender, one after the other, to both ingresses in turn. */
async function sendInTurn(
  lab: Lab,
  { number, path, token }: Webhook,
  sender: number,
  rounds: number,
  answers: { own: number; wrong: number; others: Record<string, number> },
): Promise<void> {
  const port = lab.ingressPorts[sender % lab.ingressPorts.length]!;
  const connection = new Connection(port, true);
  for (let round = 0; round < rounds; round += 1) {
    const text = `${number} ${sender} ${round}`;
    const headers = { 'Content-Type': 'application/json', token };
    const bytes = requestBytes({ port, method: 'POST', path, headers, body: JSON.stringify({ text }) });
    const answer = await new Promise<{ status: number; body: string } | null>((resolve) => {
      connection.send(bytes, resolve);
    });
    if (answer?.status !== CREATED) {
      const status = String(answer?.status ?? 0);
      answers.others[status] = (answers.others[status] ?? 0) + 1;
    } else if (answer.body === JSON.stringify({ webhook: number, text })) answers.own += 1;
    else answers.wrong += 1;
  }
  connection.close();
}
