import { AsyncLocalStorage } from 'node:async_hooks';
import type { LookupAddress } from 'node:dns';
import type { LookupFunction, Socket } from 'node:net';
import { isIP } from 'node:net';
import { callbackify } from 'node:util';
import { LibraryUse } from '../library-use/library-use.ts';
import { Agent, buildConnector } from 'undici';
import type { AllowedAddresses } from './address-policy.ts';
import { isAddressAllowed } from './address-policy.ts';
import { skipInterimResponses } from './interim-responses.ts';
import { openAddresses, refused } from './open-addresses.ts';
import { readConnectionInTurns } from './read-in-turns.ts';
import { createHostResolver, type ResolveHost } from './resolve-host.ts';

/** Runs code without an owner, so that the first of many callers does not count as the owner of later turns. */
const outsideOfCallers = AsyncLocalStorage.snapshot();

export interface DispatcherOptions {
  allowed: AllowedAddresses;
  connectTimeoutMs: number;
  /** Replaced in tests. */
  resolveHost?: ResolveHost;
}

/**
 * Creates an HTTP agent that checks the same IP address to which it connects. A check before the request would look up
 * the name once and connect after a second look-up, which an attacker's name server can answer differently.
 */
export function createGuardedDispatcher(options: DispatcherOptions): Agent {
  const { allowed, connectTimeoutMs } = options;
  const resolveHost = options.resolveHost ?? createHostResolver({ timeoutMs: Math.ceil(connectTimeoutMs / 3) });
  const connect = buildConnector({ timeout: connectTimeoutMs, lookup: guardedLookup(allowed, resolveHost) });
  return new Agent({
    connect(target, callback) {
      const literal = target.hostname.replaceAll(/^\[|\]$/g, '');
      // There is no look-up for an IP address, so it is checked here.
      if (isIP(literal) !== 0 && !isAddressAllowed(literal, literal, allowed)) callback(refused(literal), null);
      else outsideOfCallers(() => connectContained(connect, target, callback));
    },
    // The timeout of the step ends a request.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
}

type Connect = ReturnType<typeof buildConnector>;

/**
 * Connects in the context of a use. An error that the library throws in a handler of the socket ends only this
 * connection.
 */
function connectContained(connect: Connect, ...[target, callback]: Parameters<Connect>): void {
  let connected: Socket | null = null;
  const use = new LibraryUse('undici', () => connected?.destroy());
  const begin = (): void =>
    connect(target, (...[error, socket]) => {
      if (socket) {
        connected = socket;
        readConnectionInTurns(socket);
        skipInterimResponses(socket);
      }
      (callback as (...result: [Error | null, Socket | null]) => void)(error, socket);
    });
  void use.call(begin);
}

function guardedLookup(allowed: AllowedAddresses, resolveHost: ResolveHost): LookupFunction {
  const findOpen = callbackify((hostname: string) => openAddresses(hostname, allowed, resolveHost));
  return (hostname, options, callback) => {
    findOpen(hostname, (error: NodeJS.ErrnoException | null, open?: LookupAddress[]) => {
      const first = open?.[0];
      if (error !== null) callback(error, '', 0);
      else if (open === undefined || first === undefined) callback(refused(hostname), '', 0);
      else if (options.all === true) callback(null, open);
      else callback(null, first.address, first.family);
    });
  };
}
