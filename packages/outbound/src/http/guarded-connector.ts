import { connect as connectSocket, isIP, type Socket } from 'node:net';
import { StepFailure } from '@workflow/workflow-model';
import { isAddressAllowed, type AllowedAddresses } from './address-policy.ts';
import { openAddresses, refused } from './open-addresses.ts';
import { createHostResolver, type ResolveHost } from './resolve-host.ts';

/** Opens connections to hosts that workflows may reach. */
export interface GuardedConnector {
  /**
   * Returns a connected socket. Checks the IP address to which the connection is made, as for requests.
   * @throws StepFailure ADDRESS_REFUSED, or HTTP_FAILED if no server answers in time
   */
  connect(host: string, port: number): Promise<Socket>;
  /**
   * Returns the IP addresses of a host that workflows may reach.
   * @throws StepFailure ADDRESS_REFUSED if there is none
   */
  addressesOf(host: string): Promise<string[]>;
}

export interface GuardedConnectorOptions {
  allowed: AllowedAddresses;
  connectTimeoutMs: number;
  /** Replaced in tests. */
  resolveHost?: ResolveHost;
}

export function createGuardedConnector(options: GuardedConnectorOptions): GuardedConnector {
  const { allowed, connectTimeoutMs } = options;
  const resolveHost = options.resolveHost ?? createHostResolver({ timeoutMs: Math.ceil(connectTimeoutMs / 3) });

  async function addressesOf(host: string): Promise<string[]> {
    const found =
      isIP(host) === 0
        ? (await openAddresses(host, allowed, resolveHost)).map(({ address }) => address)
        : [host].filter((address) => isAddressAllowed(address, host, allowed));
    if (found.length === 0) throw refused(host);
    return found;
  }

  return {
    addressesOf,
    async connect(host, port) {
      const [address] = await addressesOf(host);
      return connected(connectSocket({ host: address as string, port }), `${host}:${port}`, connectTimeoutMs);
    },
  };
}

function connected(socket: Socket, target: string, timeoutMs: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const fail = (why: string): void => {
      clearTimeout(timer);
      socket.destroy();
      reject(new StepFailure('HTTP_FAILED', `${target} did not answer: ${why}`));
    };
    const timer = setTimeout(() => fail('the connection took too long'), timeoutMs);
    const onError = ({ code, message }: NodeJS.ErrnoException): void => fail(code ?? message);
    socket.once('error', onError);
    socket.once('connect', () => {
      clearTimeout(timer);
      socket.off('error', onError);
      resolve(socket);
    });
  });
}
