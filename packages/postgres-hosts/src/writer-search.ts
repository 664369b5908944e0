import pg from 'pg';
import type { Target } from './hosts-of.ts';

/** Where one server listens. */
export interface Server {
  host: string;
  port: number;
}

/**
 * A host that does not answer at all delays the next one by this long (as RFC 8305 does between addresses), not by a
 * whole time-out.
 */
const NEXT_HOST_AFTER_MS = 250;

const QUESTIONS: Record<Target, string> = {
  'read-write': "SELECT current_setting('transaction_read_only') = 'off' AS fits",
  primary: 'SELECT NOT pg_is_in_recovery() AS fits',
};

/** Asks an open connection for its server's role. @throws Error when it is not the one that is looked for */
export async function checkServer(
  ask: (text: string) => Promise<pg.QueryResult<{ fits: boolean }>>,
  target: Target,
): Promise<void> {
  const { rows } = await ask(QUESTIONS[target]);
  if (rows[0]?.fits !== true) throw new Error(target === 'primary' ? 'it is a standby' : 'it is read-only');
}

/** Which of several hosts takes writes: looked for once, and again after it was forgotten. */
export class WriterSearch {
  readonly target: Target;
  readonly #urls: string[];
  #found: Server | null = null;
  #searching: Promise<Server> | null = null;

  constructor(urls: string[], target: Target) {
    this.#urls = urls;
    this.target = target;
  }

  /** @param timeoutMs within which a host must have answered. @throws Error that says of each host why it is not it */
  async find(timeoutMs: number): Promise<Server> {
    if (this.#found !== null) return this.#found;
    this.#searching ??= this.#search(timeoutMs).finally(() => {
      this.#searching = null;
    });
    return this.#searching;
  }

  /** A connection to this server failed: another one may take writes now. */
  forget(server: Server): void {
    if (this.#found === server) this.#found = null;
  }

  async #search(timeoutMs: number): Promise<Server> {
    const over = new AbortController();
    const timer = setTimeout(() => over.abort(), timeoutMs);
    try {
      this.#found = await firstToFit(this.#urls.map((url) => () => this.#askAlone(url, over.signal)));
      return this.#found;
    } finally {
      clearTimeout(timer);
      over.abort();
    }
  }

  async #askAlone(url: string, over: AbortSignal): Promise<Server> {
    const client = new pg.Client({ connectionString: url, application_name: 'find-writer' });
    const { host, port } = client;
    if (over.aborted) throw new Error(`${host}:${port}: no time was left to ask it`);
    const cut = (): void => closeAtOnce(client, 'it did not answer in time');
    over.addEventListener('abort', cut);
    client.on('error', () => undefined);
    try {
      await client.connect();
      await checkServer((text) => client.query(text), this.target);
      return { host, port };
    } catch (error) {
      throw new Error(`${host}:${port}: ${reasonOf(error)}`, { cause: error });
    } finally {
      over.removeEventListener('abort', cut);
      client.end().catch(() => undefined);
    }
  }
}

/** Node.js gives no message when several addresses of a name refused. */
function reasonOf(error: unknown): string {
  const { message, code } = error as { message: string; code?: string };
  return message || (code ?? 'it could not be reached');
}

/** Fails what the connection has under way, without waiting for a server that may have vanished. */
export function closeAtOnce(client: pg.Client, why: string): void {
  connectionOf(client).stream.destroy(new Error(why));
}

/** The socket of a client, which pg's types leave out. */
export function connectionOf(client: pg.Client): pg.Connection {
  return (client as unknown as { connection: pg.Connection }).connection;
}

/**
 * The result of the first try that succeeds. A try begins when the one before it has failed, or NEXT_HOST_AFTER_MS
 * after that one began.
 */
function firstToFit<Result>(tries: (() => Promise<Result>)[]): Promise<Result> {
  return new Promise((resolve, reject) => {
    const failures: string[] = [];
    let begun = 0;
    let timer: NodeJS.Timeout | undefined;
    const beginNext = (): void => {
      clearTimeout(timer);
      const next = tries[begun];
      if (next === undefined) return;
      begun += 1;
      timer = setTimeout(beginNext, NEXT_HOST_AFTER_MS);
      next().then(
        (result) => {
          clearTimeout(timer);
          begun = tries.length;
          resolve(result);
        },
        (error: unknown) => {
          failures.push((error as Error).message);
          if (failures.length === tries.length) reject(new Error(`no host takes writes: ${failures.join('; ')}`));
          else beginNext();
        },
      );
    };
    beginNext();
  });
}
