import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { codeWorkflow, type ApiClient } from '@workflow/test-harness';
import type { Component, Definition } from '@workflow/workflow-model';

/** An attack of one organization on the others, which runs until `isOver`. */
export interface AttackRequests {
  name: string;
  /** The work of the neighbour during the attack. */
  victim: 'runs' | 'code' | 'webhooks of 100 kB';
  attack(by: Attacker, isOver: () => boolean): Promise<unknown>;
}

interface Attacker {
  /** The port of ingress. */
  port: number;
  evil: ApiClient;
}

/** The attack to run, and the attacker. */
export interface AttackTarget {
  name: string;
  port: number;
  apiKey: string;
}

const MEGABYTE = 1_000_000;
const BODY_BYTES = 1_048_576;

export const ATTACKS: AttackRequests[] = [
  {
    name: '70,000 templates in a definition',
    victim: 'runs',
    attack: ({ evil }, isOver) =>
      atOnce(4, isOver, async () => {
        const output = component('output', { value: '{{a&"x"}} '.repeat(70_000) });
        const { body } = await evil.request('POST', '/v1/workflows', { name: 'Evil', ...chain([output]) });
        await evil.request('POST', `/v1/workflows/${String(body['id'])}/check`, {});
      }),
  },
  {
    name: '68 nested $trim over 1 MB, 20 times at once',
    victim: 'runs',
    attack: async ({ evil }, isOver) => {
      const expression = `$length(${'$trim('.repeat(68)}t${')'.repeat(68)})`;
      const start = textInput();
      const branches = Array.from({ length: 20 }, () => component('transform', { expression, type: 'NUMBER' }));
      const connections = branches.map(({ id }) => ({ from: start.id, port: 'next', to: id }));
      return runAgain(evil, { components: [start, ...branches], connections }, 'a '.repeat(MEGABYTE / 2), 1, isOver);
    },
  },
  {
    name: '64 bodies that are never sent, without a key',
    victim: 'webhooks of 100 kB',
    attack: ({ port }, isOver) =>
      atOnce(64, isOver, () =>
        sendRaw(port, `Content-Length: ${BODY_BYTES}\r\n`, isOver, async (write) => {
          write('{');
          await pause(1_000);
        }),
      ),
  },
  bodiesOfChunks('six bodies of one-byte chunks, without a key', '1\r\na\r\n'),
  bodiesOfChunks('six bodies of four-byte chunks, without a key', '4\r\naaaa\r\n'),
  {
    name: '30 endless loops in code',
    victim: 'code',
    attack: ({ evil }, isOver) => {
      const { definition } = codeWorkflow('for (;;) {}');
      const components = definition.components.map((one) =>
        one.type === 'code' ? { ...one, timeoutSeconds: 3_600 } : one,
      );
      return runAgain(evil, { ...definition, components }, 'x', 30, isOver);
    },
  },
  {
    name: '20 forged results of code',
    victim: 'runs',
    attack: ({ evil }, isOver) => {
      const source =
        `Object.prototype.then=function(res){if(Object.prototype.hasOwnProperty.call(this,'json')){` +
        `delete Object.prototype.then;res({json:'['+'{},'.repeat(3e6)+'{}]'})}else res(1)};return 5`;
      return runAgain(evil, codeWorkflow(source).definition, 'x', 20, isOver);
    },
  },
  {
    name: '250 results of 1 MB in a session, four at once',
    victim: 'runs',
    attack: ({ evil }, isOver) => {
      const steps = Array.from({ length: 250 }, (_, step) =>
        component('transform', { expression: `${step === 0 ? 't' : `r${step - 1}`} & "k"`, type: 'TEXT' }, `r${step}`),
      );
      return runAgain(evil, chain([textInput(), ...steps]), 'x'.repeat(MEGABYTE), 4, isOver);
    },
  },
  {
    name: '1,300 event streams at once',
    victim: 'runs',
    attack: async ({ evil }, isOver) => {
      const { workflowId, start } = await publish(evil, chain([textInput(), component('delay', { seconds: 600 })]));
      const { status, body } = await evil.run(workflowId, start, { t: 'x' });
      if (status !== 200) throw new Error(`The session to watch was answered ${status}: ${JSON.stringify(body)}`);
      const signal = AbortSignal.timeout(600_000);
      return atOnce(1_300, isOver, async () => {
        const url = `${evil.baseUrl}/v1/sessions/${String(body['sessionId'])}/events`;
        const answer = await fetch(url, { headers: { 'x-api-key': evil.apiKey }, signal });
        while (answer.ok && !isOver()) await pause(200);
        await answer.body?.cancel();
      });
    },
  },
  {
    name: '200 lists of sessions at once',
    victim: 'runs',
    attack: ({ evil }, isOver) => atOnce(200, isOver, () => evil.request('GET', '/v1/sessions?limit=200')),
  },
];

function bodiesOfChunks(name: string, chunk: string): AttackRequests {
  const chunks = chunk.repeat(10_000);
  return {
    name,
    victim: 'runs',
    attack: ({ port }, isOver) =>
      atOnce(6, isOver, () =>
        sendRaw(port, 'Transfer-Encoding: chunked\r\n', isOver, async (write) => {
          write(chunks);
          await pause(5);
        }),
      ),
  };
}

function component(type: string, config: Component['config'], output?: string): Component {
  return { id: randomUUID(), type, config, ...(output !== undefined && { output }) };
}

function textInput(): Component {
  return component('input', { placeholders: [{ key: 't', type: 'TEXT' }] });
}

function chain(components: Component[]): Definition {
  const connections = components
    .slice(1)
    .map(({ id }, index) => ({ from: components[index]!.id, port: 'next', to: id }));
  return { components, connections };
}

async function publish(evil: ApiClient, definition: Definition): Promise<{ workflowId: string; start: string }> {
  return { workflowId: await evil.publish('Evil', definition), start: definition.components[0]!.id };
}

/** Repeats an action in `count` parallel loops. A refused action is repeated as well. */
async function atOnce(count: number, isOver: () => boolean, work: () => Promise<unknown>): Promise<void> {
  const go = async (): Promise<void> => {
    while (!isOver()) {
      await work().catch(() => undefined);
      await pause(1);
    }
  };
  await Promise.all(Array.from({ length: count }, go));
}

/** Runs a workflow whose sessions take `text`, in `count` parallel loops. A refused definition is published again. */
async function runAgain(
  evil: ApiClient,
  definition: Definition,
  text: string,
  count: number,
  isOver: () => boolean,
): Promise<void> {
  const published = await publish(evil, definition).catch(() => null);
  if (published === null) return atOnce(1, isOver, () => publish(evil, definition));
  const takes = definition.components[0]!.config['placeholders'] as { key: string }[];
  const values = takes.some(({ key }) => key === 't') ? { t: text } : { name: text, amount: 1 };
  return atOnce(count, isOver, () => evil.run(published.workflowId, published.start, values, { prefer: 'wait=10' }));
}

/** Opens one connection to a route that needs no key, and sends headers and then the data of `send`. */
async function sendRaw(
  port: number,
  headers: string,
  isOver: () => boolean,
  send: (write: (text: string) => void) => Promise<void>,
): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  socket.resume();
  await once(socket, 'connect');
  socket.write(`POST /v1/setup HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${headers}\r\n`);
  while (!socket.destroyed && !isOver()) await send((text) => socket.write(text));
  socket.destroy();
}
