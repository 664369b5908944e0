import type { LookupAddress } from 'node:dns';
import { lookup as resolve } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { isIP } from 'node:net';
import { Agent, buildConnector } from 'undici';
import { StepFailure } from '../../session/step-failure.ts';
import type { AllowedAddresses } from './address-policy.ts';
import { isAddressAllowed } from './address-policy.ts';

/** As `dns.lookup` with `all: true`; tests put their own in its place. */
export type ResolveHost = (hostname: string, callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void) => void;

export interface DispatcherOptions {
  allowed: AllowedAddresses;
  connectTimeoutMs: number;
  maxResponseBytes: number;
  resolveHost?: ResolveHost;
}

const resolveByDns: ResolveHost = (hostname, callback) => resolve(hostname, { all: true }, callback);

/**
 * An HTTP agent whose every connection is checked with the very address it is made to. A check before the request would
 * look a name up once and connect after looking it up again, which a name server of the attacker answers differently.
 */
export function createGuardedDispatcher(options: DispatcherOptions): Agent {
  const { allowed, connectTimeoutMs, maxResponseBytes, resolveHost = resolveByDns } = options;
  const connect = buildConnector({ timeout: connectTimeoutMs, lookup: guardedLookup(allowed, resolveHost) });
  return new Agent({
    connect(target, callback) {
      const literal = target.hostname.replace(/^\[|\]$/g, '');
      // An address is connected to without a look-up.
      if (isIP(literal) !== 0 && !isAddressAllowed(literal, literal, allowed)) callback(refused(literal), null);
      else connect(target, callback);
    },
    maxResponseSize: maxResponseBytes,
    // The step's own time-out ends a request.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
}

function guardedLookup(allowed: AllowedAddresses, resolveHost: ResolveHost): LookupFunction {
  return (hostname, options, callback) => {
    resolveHost(hostname, (error, addresses) => {
      if (error) return callback(error, '', 0);
      const open = addresses.filter(({ address }) => isAddressAllowed(address, hostname, allowed));
      const [first] = open;
      if (first === undefined) return callback(refused(hostname), '', 0);
      return options.all === true ? callback(null, open) : callback(null, first.address, first.family);
    });
  };
}

function refused(host: string): StepFailure {
  return new StepFailure('ADDRESS_REFUSED', `${host} is at an address that workflows may not reach`);
}
