import { AsyncLocalStorage } from 'node:async_hooks';

const uses = new AsyncLocalStorage<LibraryUse>();

/** An error that a library threw outside of any promise, or a rejected promise of a library that no code awaited. */
export interface LibraryFault {
  /** The library's name, such as `pg`. */
  readonly library: string;
  readonly error: unknown;
}

/**
 * One use of a library that owns a socket, a stream or a parser: a connection or a request. Such a library may throw in
 * a handler of its socket, where no promise and no `try` of its caller catches it, and Node.js then ends the process.
 * Sockets, timers and promises that a use creates carry its context, so that `takeLibraryError` finds the use of an
 * uncaught error. The error then rejects all calls of this use, and `end` closes what the library opened.
 */
export class LibraryUse {
  readonly library: string;
  readonly #end: () => void;
  readonly #waiting = new Set<(error: Error) => void>();
  #failure: Error | null = null;

  /**
   * @param end closes the connection immediately, without an answer; it is called when an error was not caught, perhaps
   *   more than once
   */
  constructor(library: string, end: () => void = () => undefined) {
    this.library = library;
    this.#end = end;
  }

  /** True after an error of this use that no code caught. The state of its library is then unknown. */
  get isBroken(): boolean {
    return this.#failure !== null;
  }

  /**
   * Calls the library. Code of this repository that the library calls back must run in `outsideLibraries`.
   * @throws the error of the call; an `Error` whose cause is the uncaught error
   */
  call<Result>(work: () => Result | Promise<Result>): Promise<Result> {
    if (this.#failure !== null) return Promise.reject(this.#failure);
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    const settle = async (): Promise<void> => {
      this.#waiting.add(reject);
      try {
        resolve(await uses.run(this, async () => work()));
      } catch (error) {
        reject(error);
      } finally {
        this.#waiting.delete(reject);
      }
    };
    void settle();
    return promise;
  }

  /** Fails all calls and closes what the library opened. */
  fail(error: unknown): void {
    const words = error instanceof Error ? error.message : String(error);
    this.#failure ??= new Error(`${this.library} failed on data of the server: ${words}`, { cause: error });
    for (const reject of this.#waiting) reject(this.#failure);
    this.#waiting.clear();
    // Errors while it closes are ignored.
    uses.run(this, () => {
      try {
        this.#end();
      } catch {
        // It is closed as far as possible.
      }
    });
  }
}

/**
 * Runs code of this repository that a library calls back, such as the source of a body. Its uncaught errors end the
 * process.
 */
export function outsideLibraries<Result>(work: () => Result): Result {
  return uses.exit(work);
}

/**
 * Fails the use of a library to which an uncaught error belongs. Call it first in the handlers of `uncaughtException`
 * and `unhandledRejection`.
 *
 * @returns null for an error of this repository, after which the state of the process is unknown
 */
export function takeLibraryError(error: unknown): LibraryFault | null {
  const use = uses.getStore();
  if (use === undefined) return null;
  // Otherwise the context would remain for callbacks that carry none, such as those of a server's new connection.
  uses.enterWith(undefined as unknown as LibraryUse);
  use.fail(error);
  return { library: use.library, error };
}
