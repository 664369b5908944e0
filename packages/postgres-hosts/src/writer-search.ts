import pg from 'pg';
import type { Target } from './hosts-of.ts';

/** The address of one server. */
export interface Server {
  host: string;
  port: number;
}

/**
 * The next host is tried if a host does not answer within this time (as RFC 8305 does between addresses). The timeout
 * of a connection would be too long.
 */
const NEXT_HOST_AFTER_MS = 250;

const ROLE_QUERIES: Record<Target, string> = {
  'read-write': "SELECT current_setting('transaction_read_only') = 'off' AS matches",
  primary: 'SELECT NOT pg_is_in_recovery() AS matches',
};

/** Queries the role of a connection's server. @throws Error if it is not the wanted role */
export async function checkServer(
  query: (text: string) => Promise<pg.QueryResult<{ matches: boolean }>>,
  target: Target,
): Promise<void> {
  const { rows } = await query(ROLE_QUERIES[target]);
  if (rows[0]?.matches !== true) throw new Error(target === 'primary' ? 'it is a standby' : 'it is read-only');
}

/** Finds the host that accepts writes. The result is remembered until `forget` is called. */
export class WriterSearch {
  readonly target: Target;
  readonly #urls: string[];
  #found: Server | null = null;
  #searching: Promise<Server> | null = null;

  constructor(urls: string[], target: Target) {
    this.#urls = urls;
    this.target = target;
  }

  /** @param timeoutMs within which a host must have answered. @throws Error with the reason for each host */
  async find(timeoutMs: number): Promise<Server> {
    if (this.#found !== null) return this.#found;
    this.#searching ??= this.#search(timeoutMs).finally(() => {
      this.#searching = null;
    });
    return this.#searching;
  }

  /** Called when a connection to this server failed, because another one may accept writes now. */
  forget(server: Server): void {
    if (this.#found === server) this.#found = null;
  }

  async #search(timeoutMs: number): Promise<Server> {
    const over = new AbortController();
    const timer = setTimeout(() => over.abort(), timeoutMs);
    try {
      this.#found = await firstSuccess(this.#urls.map((url) => () => this.#askAlone(url, over.signal)));
      return this.#found;
    } finally {
      clearTimeout(timer);
      over.abort();
    }
  }

  async #askAlone(url: string, over: AbortSignal): Promise<Server> {
    const client = new pg.Client({ connectionString: url, application_name: 'find-writer' });
    const { host, port } = client;
    if (over.aborted) throw new Error(`${host}:${port}: the timeout passed before it was tried`);
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

/** Returns the reason of a failure. Node.js gives no message if several addresses of a name refused the connection. */
function reasonOf(error: unknown): string {
  const { message, code } = error as { message: string; code?: string };
  return message || (code ?? 'it could not be reached');
}

/** Fails the pending statements of a connection without waiting for a server that may have vanished. */
export function closeAtOnce(client: pg.Client, why: string): void {
  connectionOf(client).stream.destroy(new Error(why));
}

/** Returns the connection of a client, which pg's types leave out. */
export function connectionOf(client: pg.Client): pg.Connection {
  return (client as unknown as { connection: pg.Connection }).connection;
}

/**
 * Returns the result of the first try that succeeds. A try begins when the previous one failed, or NEXT_HOST_AFTER_MS
 * after it began.
 */
function firstSuccess<Result>(tries: (() => Promise<Result>)[]): Promise<Result> {
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
