import pg from 'pg';
import { hostsOf, HOSTS_RULE } from './hosts-of.ts';
import { checkServer, closeAtOnce, connectionOf, WriterSearch, type Server } from './writer-search.ts';

/** Configuration of a client or pool of pg. */
interface PostgresAddress {
  connectionString: string;
  /** Connects to the host that accepts writes if the URL names several. */
  Client: typeof pg.Client;
}

/** Used for connections without a timeout. */
const DEFAULT_TIMEOUT_MS = 5_000;
/** Error codes of a server that shuts down or refuses writes. The next connection looks for another server. */
const LOST_ROLE = /^(57P0[1-3]|25006)$/;

/**
 * Returns the configuration with which pg connects to a PostgreSQL URL. With one host it uses pg's own client. With
 * several, each new connection goes to the host that accepts writes. The hosts are tried in their order, and the result
 * is remembered for all connections of this address until a connection fails or the host refuses a write.
 * @throws RangeError if the services cannot use the hosts or `target_session_attrs`
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

    // The signature is loose because pg's overloads are those of the class.
    override connect(...args: unknown[]): never {
      const done = args[0] as ((error: Error | null) => void) | undefined;
      const opened = this.#open();
      if (done === undefined) return opened as never;
      // An error that `done` throws must not reject `opened`, so `done` is called in another turn.
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
      // If a connection takes too long to open, pg's pool destroys its socket.
      if (this.#ended || connection.stream.destroyed) throw new Error('the connection was given up');
      Object.assign(this, server);
      // `connect`, and later the current statement, report a failure; an additional `error` would end the process.
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
