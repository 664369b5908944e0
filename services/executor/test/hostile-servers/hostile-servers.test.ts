import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { afterAll, expect, test } from '@jest/globals';
import { FAILURE_CODES } from '@workflow/workflow-model';
import { seededRandom } from '../../../../test/seeded-random.ts';
import { CONVERSATIONS, ENDS, GREETING } from './conversations.ts';
import { mutated, type Turns } from './mutations.ts';

/**
 * The number of changes of each conversation. The longer form is `HOSTILE_SERVERS_CHANGES=2000 pnpm test
 * hostile-servers`.
 */
const CHANGES = Number(process.env['HOSTILE_SERVERS_CHANGES'] ?? 60);
const SEED = Number(process.env['HOSTILE_SERVERS_SEED'] ?? 53);
/** The time limit of a step. A server that becomes silent uses it up. */
const LIMIT_MS = 400;
/** It is much longer than the step's limit. A process that has not answered by then runs without end. */
const HANGS_AFTER_MS = 15_000;
const AT_ONCE = 8;

/** A process with the clients, and another one after it ended. */
class Clients {
  #process: Promise<ChildProcess> | null = null;
  #next = 0;
  readonly #waiting = new Map<number, (verdict: string) => void>();

  async verdictOf(conversation: string, port: number, limitMs: number): Promise<string> {
    this.#process ??= this.#start();
    const child = await this.#process;
    this.#next += 1;
    const id = this.#next;
    const { promise, resolve } = Promise.withResolvers<string>();
    this.#waiting.set(id, resolve);
    const timer = setTimeout(() => {
      this.#waiting.delete(id);
      resolve('the process hangs');
      child.kill('SIGKILL');
    }, HANGS_AFTER_MS);
    child.send({ id, conversation, port, limitMs });
    const verdict = await promise;
    clearTimeout(timer);
    return verdict;
  }

  async stop(): Promise<void> {
    const child = await this.#process;
    child?.kill('SIGKILL');
  }

  async #start(): Promise<ChildProcess> {
    const child = fork(`${import.meta.dirname}/client-process.ts`, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
    child.on('exit', () => {
      this.#process = null;
      for (const [id, resolve] of this.#waiting) {
        this.#waiting.delete(id);
        resolve('the process ended');
      }
    });
    await once(child, 'message');
    child.on('message', ({ id, verdict }: { id: number; verdict: string }) => {
      this.#waiting.get(id)?.(verdict);
      this.#waiting.delete(id);
    });
    return child;
  }
}

const clients = new Clients();
afterAll(() => clients.stop());

/** Returns the verdict for a server that sends these turns to each client. */
async function verdictAt(conversation: string, turns: Turns, limitMs: number): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    let sending = Promise.resolve();
    let next = 0;
    const sendNext = (): void => {
      const turn = turns[next] ?? [];
      next += 1;
      sending = sending.then(() => sendTurn(socket, turn));
    };
    if (GREETING.has(conversation)) sendNext();
    socket.on('data', sendNext);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    return await clients.verdictOf(conversation, (server.address() as AddressInfo).port, limitMs);
  } finally {
    for (const socket of sockets) socket.destroy();
    server.close();
  }
}

async function sendTurn(socket: Socket, turn: Turns[number]): Promise<void> {
  for (const part of turn) {
    if (socket.destroyed) return;
    if (part === null) socket.end();
    else socket.write(part);
    await setImmediate();
  }
}

const isAllowed = (verdict: string): boolean =>
  verdict === 'succeeded' || (Object.hasOwn(FAILURE_CODES, verdict) && verdict !== 'INTERNAL_ERROR');

test.each(Object.keys(CONVERSATIONS))('the conversation %s ends as it was recorded', async (name) => {
  const turns = CONVERSATIONS[name]!.map((bytes) => [bytes]);
  expect(await verdictAt(name, turns, 10_000)).toBe(ENDS[name] ?? 'succeeded');
});

test.each(Object.keys(CONVERSATIONS))(
  'whatever changes in the conversation %s, a step ends with a code',
  async (name) => {
    const random = seededRandom(SEED + Object.keys(CONVERSATIONS).indexOf(name));
    const changes = Array.from({ length: CHANGES }, () => mutated(CONVERSATIONS[name]!, random));
    const verdicts: Record<string, number> = {};
    const faults: string[] = [];
    const judge = async (): Promise<void> => {
      for (let change = changes.pop(); change !== undefined; change = changes.pop()) {
        const verdict = await verdictAt(name, change.turns, LIMIT_MS);
        verdicts[verdict] = (verdicts[verdict] ?? 0) + 1;
        if (!isAllowed(verdict)) faults.push(`${change.what}: ${verdict}`);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, judge));
    if (CHANGES > 100) process.stderr.write(`${name}: ${JSON.stringify(verdicts)}\n`);
    expect(faults).toEqual([]);
  },
);
