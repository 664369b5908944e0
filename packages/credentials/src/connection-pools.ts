import { AsyncLocalStorage } from 'node:async_hooks';
import { StepFailure } from '@workflow/component-kit/run';
import { closeOnAbort } from './connections.ts';

export interface PoolLimits {
  /** Open connections of one credential at most. */
  maxConnections: number;
  /** Milliseconds after which an unused connection is closed. */
  idleMs: number;
  /** Unused connections of all credentials at most. If there are more, the one that is unused for longest is closed. */
  maxIdle: number;
}

/** Opens and closes the connections of one credential. */
export interface PoolOf<Connection> {
  /** Identifies the credential. */
  readonly key: string;
  /** Changes with the credential. Connections of another version are not used any more. */
  readonly version: string;
  open(signal: AbortSignal): Promise<Connection>;
  isOpen(connection: Connection): boolean;
  close(connection: Connection): void;
  /** Removes everything that its use left in the session of a connection. If this rejects, the connection is closed. */
  reset(connection: Connection): Promise<void>;
}

/** The result of using a connection. If `mayReuse` is true, the connection may be used again after a reset. */
export interface Used<Result> {
  result: Result;
  mayReuse: boolean;
}

interface Idle {
  connection: unknown;
  /** Resolves to true when the connection was reset, and to false if it could not be. */
  whenReset: Promise<boolean>;
  isReset: boolean;
  timer: NodeJS.Timeout;
  drop(): void;
}

interface Pool {
  version: string;
  /** The connection that was used last is at the end. */
  idle: Idle[];
  taken: number;
  waiting: Set<() => void>;
}

const NOTHING = (): void => undefined;
/** Milliseconds after which a connection is closed because the server does not answer the reset. */
const RESET_WITHIN_MS = 5_000;

/** Runs code outside of any owner: the first of many callers must not count as the owner of later turns. */
const outsideOfCallers = AsyncLocalStorage.snapshot();

/** Pools a few connections for each credential of an executor while they are used. */
export class ConnectionPools {
  readonly #limits: PoolLimits;
  readonly #pools = new Map<string, Pool>();
  /** Connections that are unused for longest are first. */
  readonly #idle = new Set<Idle>();
  #isClosed = false;

  constructor(limits: PoolLimits) {
    this.#limits = limits;
  }

  /** The number of unused connections. */
  get idleCount(): number {
    return this.#idle.size;
  }

  /**
   * Runs `work` with a connection, and waits for one while all are used. If `work` throws, the connection is closed.
   * Resolves before the connection is reset. The next use waits for that.
   * @throws the error of `open` or `work`; the signal's reason if it aborts while waiting
   */
  async use<Connection, Result>(
    of: PoolOf<Connection>,
    signal: AbortSignal,
    work: (connection: Connection) => Promise<Used<Result>>,
  ): Promise<Result> {
    const pool = this.#poolOf(of.key, of.version);
    await this.#take(pool, signal);
    try {
      const connection = (await this.#reuse(pool, of, signal)) ?? (await outsideOfCallers(() => of.open(signal)));
      try {
        const { result, mayReuse } = await work(connection);
        if (mayReuse && this.#pools.get(of.key) === pool && !this.#isClosed) this.#keep(pool, of, connection);
        else of.close(connection);
        return result;
      } catch (error) {
        of.close(connection);
        throw error;
      }
    } finally {
      this.#giveBack(pool, of.key);
    }
  }

  /** Closes unused connections now, and the other connections when they are returned. */
  close(): void {
    this.#isClosed = true;
    for (const idle of this.#idle) idle.drop();
  }

  #poolOf(key: string, version: string): Pool {
    const known = this.#pools.get(key);
    if (known?.version === version) return known;
    for (const idle of known?.idle.slice() ?? []) idle.drop();
    const pool: Pool = { version, idle: [], taken: 0, waiting: new Set() };
    this.#pools.set(key, pool);
    return pool;
  }

  async #take(pool: Pool, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (this.#isClosed) throw new StepFailure('DATABASE_UNAVAILABLE', 'the executor is stopping');
    if (pool.taken < this.#limits.maxConnections) {
      pool.taken += 1;
      return;
    }
    const turn = Promise.withResolvers<void>();
    const onAbort = (): void => {
      pool.waiting.delete(turn.resolve);
      turn.reject(signal.reason);
    };
    pool.waiting.add(turn.resolve);
    signal.addEventListener('abort', onAbort, { once: true });
    try {
      // The caller that returns a connection passes its place on.
      await turn.promise;
    } finally {
      signal.removeEventListener('abort', onAbort);
    }
  }

  #giveBack(pool: Pool, key: string): void {
    const [next] = pool.waiting;
    if (next !== undefined) {
      pool.waiting.delete(next);
      next();
      return;
    }
    pool.taken -= 1;
    if (pool.taken === 0 && pool.idle.length === 0 && this.#pools.get(key) === pool) this.#pools.delete(key);
  }

  async #reuse<Connection>(pool: Pool, of: PoolOf<Connection>, signal: AbortSignal): Promise<Connection | null> {
    for (let idle = nextOf(pool); idle !== undefined; idle = nextOf(pool)) {
      const { whenReset, isReset } = idle;
      const connection = idle.connection as Connection;
      this.#forget(pool, idle);
      let mayUse = false;
      try {
        mayUse = (isReset || (await closeOnAbort(signal, NOTHING, () => whenReset))) && of.isOpen(connection);
      } finally {
        if (!mayUse) of.close(connection);
      }
      if (mayUse) return connection;
    }
    return null;
  }

  #keep<Connection>(pool: Pool, of: PoolOf<Connection>, connection: Connection): void {
    const idle: Idle = {
      connection,
      isReset: false,
      whenReset: this.#reset(of, connection).then((isReset) => {
        idle.isReset = isReset;
        if (!isReset && this.#idle.has(idle)) idle.drop();
        return isReset;
      }),
      drop: () => {
        this.#forget(pool, idle);
        of.close(connection);
        if (pool.taken === 0 && pool.idle.length === 0 && this.#pools.get(of.key) === pool) this.#pools.delete(of.key);
      },
      timer: setTimeout(() => idle.drop(), this.#limits.idleMs).unref(),
    };
    pool.idle.push(idle);
    this.#idle.add(idle);
    const [longest] = this.#idle;
    if (this.#idle.size > this.#limits.maxIdle) longest?.drop();
  }

  async #reset<Connection>(of: PoolOf<Connection>, connection: Connection): Promise<boolean> {
    try {
      const reset = () => outsideOfCallers(() => of.reset(connection));
      await closeOnAbort(AbortSignal.timeout(RESET_WITHIN_MS), NOTHING, reset);
      return true;
    } catch {
      return false;
    }
  }

  #forget(pool: Pool, idle: Idle): void {
    clearTimeout(idle.timer);
    pool.idle.splice(pool.idle.indexOf(idle), 1);
    this.#idle.delete(idle);
  }
}

/** Returns the connection that was used last, preferably one whose reset has ended. */
function nextOf({ idle }: Pool): Idle | undefined {
  return idle.findLast(({ isReset }) => isReset) ?? idle.at(-1);
}
