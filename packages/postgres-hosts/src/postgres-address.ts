import pg from 'pg';
import { hostsOf, HOSTS_RULE } from './hosts-of.ts';
import { checkServer, closeAtOnce, connectionOf, WriterSearch, type Server } from './writer-search.ts';

/** Configuration of a client or pool of pg. */
export interface PostgresAddress {
  connectionString: string;
  /** Connects to the host that takes writes, when the URL names several. */
  Client: typeof pg.Client;
}

/** Where connections have no time-out of their own. */
const DEFAULT_TIMEOUT_MS = 5_000;
/** The server shuts down or does not take writes: the next connection looks for another one. */
const LOST_ROLE = /^(57P0[1-3]|25006)$/;

/**
 * How pg connects to a PostgreSQL URL. With one host that is pg's own client. With several, each new connection goes to
 * the one that takes writes. It is searched for in the order of the hosts, remembered for all connections of this
 * address, and searched for again after a connection has failed or the host refused a write.
 * @throws RangeError when the hosts or `target_session_attrs` are not ones that the services can use
 */
export function postgresAddress(databaseUrl: string): PostgresAddress {
  const hosts = hostsOf(databaseUrl);
  if (hosts === null) throw new RangeError(`the address of PostgreSQL must be a URL${HOSTS_RULE}`);
  const [connectionString] = hosts.urls as [string];
  if (hosts.target === null) return { connectionString, Client: pg.Client };
  return { connectionString, Client: writerClient(new WriterSearch(hosts.urls, hosts.target)) };
}

function writerClient(search: WriterSearch): typeof pg.Client {
  class WriterClient extends pg.Client {
    readonly #timeoutMs: number;
    #ended = false;

    constructor(config?: string | pg.ClientConfig) {
      super(config);
      const given = typeof config === 'object' ? config.connectionTimeoutMillis : undefined;
      this.#timeoutMs = given === undefined || given === 0 ? DEFAULT_TIMEOUT_MS : given;
    }

    // pg's overloads, whose types tell more than is used here, stay those of the class.
    override connect(...args: unknown[]): never {
      const done = args[0] as ((error: Error | null) => void) | undefined;
      const opened = this.#open();
      if (done === undefined) return opened as never;
      // In a turn of its own, so that what `done` throws is no rejection of `opened`.
      opened.then(
        () => process.nextTick(done, null),
        (error: unknown) => process.nextTick(done, error),
      );
      return undefined as never;
    }

    override end(done?: (error: Error) => void): never {
      this.#ended = true;
      if (done === undefined) return super.end() as never;
      super.end(done);
      return undefined as never;
    }

    async #open(): Promise<this> {
      const server = await search.find(this.#timeoutMs);
      const connection = connectionOf(this);
      // pg's pool gives a connection up that takes too long to open by destroying its socket.
      if (this.#ended || connection.stream.destroyed) throw new Error('the connection was given up');
      Object.assign(this, server);
      // `connect`, and later the statement under way, report a failure; an additional `error` would end the process.
      this.on('error', () => undefined);
      try {
        await super.connect();
        await this.#check();
      } catch (error) {
        search.forget(server);
        closeAtOnce(this, 'the connection was given up');
        throw error;
      }
      this.#watch(connection, server);
      return this;
    }

    async #check(): Promise<void> {
      const timer = setTimeout(() => closeAtOnce(this, 'PostgreSQL did not answer in time'), this.#timeoutMs);
      try {
        await checkServer((text) => super.query(text), search.target);
      } finally {
        clearTimeout(timer);
      }
    }

    #watch(connection: pg.Connection, server: Server): void {
      connection.on('error', () => search.forget(server));
      connection.on('end', () => {
        if (!this.#ended) search.forget(server);
      });
      connection.on('errorMessage', ({ code }: { code?: string }) => {
        if (code === undefined || !LOST_ROLE.test(code)) return;
        search.forget(server);
        void this.end();
      });
    }
  }
  return WriterClient;
}
