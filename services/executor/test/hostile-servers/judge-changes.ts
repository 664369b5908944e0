import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { FAILURE_CODES } from '@workflow/workflow-model';
import { seededRandom } from '../../../../test/seeded-random.ts';
import { CONVERSATIONS, GREETING } from './conversations.ts';
import { mutated, type Turns } from './mutations.ts';

/** The time limit of a step. A server that becomes silent uses it up. */
const LIMIT_MS = 400;
/** It is much longer than the step's limit. A process that has not answered by then runs without end. */
const HANGS_AFTER_MS = 15_000;
const AT_ONCE = 8;

/** A process with the clients, and another one after it ended. */
export class Clients {
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

/** Returns the verdict for a server that sends these turns to each client. */
export async function verdictAt(
  clients: Clients,
  conversation: string,
  turns: Turns,
  limitMs: number,
): Promise<string> {
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

/** The verdicts of a conversation's changes by their number, and the changes that are not answered by a code. */
interface Judgement {
  verdicts: Record<string, number>;
  faults: string[];
}

/** Judges random changes of a conversation until as many are judged as wanted, or the time is over. */
export async function judgeChanges(
  clients: Clients,
  name: string,
  { seed, changes = Number.POSITIVE_INFINITY, withinMs = Number.POSITIVE_INFINITY }: Extent,
): Promise<Judgement> {
  const random = seededRandom(seed + Object.keys(CONVERSATIONS).indexOf(name));
  const endMs = Date.now() + withinMs;
  const verdicts: Record<string, number> = {};
  const faults: string[] = [];
  let begun = 0;
  const judge = async (): Promise<void> => {
    while (begun < changes && Date.now() < endMs) {
      begun += 1;
      const { turns, what } = mutated(CONVERSATIONS[name]!, random);
      const verdict = await verdictAt(clients, name, turns, LIMIT_MS);
      verdicts[verdict] = (verdicts[verdict] ?? 0) + 1;
      if (!isAllowed(verdict)) faults.push(`${what}: ${verdict}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, judge));
  return { verdicts, faults };
}

interface Extent {
  seed: number;
  changes?: number;
  withinMs?: number;
}
