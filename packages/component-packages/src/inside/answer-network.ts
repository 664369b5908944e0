import dns from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';
import tls from 'node:tls';
import { callbackify } from 'node:util';
import { FRAME } from '../process/frames.ts';
import type { HostPipe } from './host-pipe.ts';
import { readError, Tunnel } from './tunnel.ts';

interface Target {
  host?: string;
  hostname?: string;
  port?: number | string;
  path?: string | null;
  servername?: string;
  socket?: unknown;
}

/**
 * Replaces `net`, `tls`, `dns`, and with them `http`, `https` and `fetch`, by streams through the executor, which opens
 * each by its address policy. This process has no network access itself.
 */
export function answerNetwork(pipe: HostPipe): void {
  const connect = (...args: unknown[]): Tunnel => {
    const { host, hostname, port, path } = targetOf(args);
    if (typeof path === 'string') throw refusal('a path');
    if (!Number.isInteger(Number(port)) || Number(port) < 1 || Number(port) > 65_535)
      throw new RangeError(`${String(port)} is not a port`);
    const tunnel = new Tunnel(pipe, host ?? hostname ?? 'localhost', Number(port));
    const listener = args.at(-1);
    if (typeof listener === 'function') tunnel.once('connect', listener as () => void);
    return tunnel;
  };
  const connectTls = tls.connect as (...args: unknown[]) => tls.TLSSocket;
  Object.assign(net, { connect, createConnection: connect, Server: closedServer, createServer: closedServer });
  Object.assign(tls, {
    connect: (...args: unknown[]) => {
      const target = targetOf(args);
      const { socket, host, hostname, servername } = target;
      const name = servername ?? host ?? hostname ?? 'localhost';
      const through = {
        ...target,
        socket: socket ?? connect(target),
        ...(net.isIP(name) === 0 && { servername: name }),
      };
      const listener = args.at(-1);
      return connectTls(through, ...(typeof listener === 'function' ? [listener] : []));
    },
  });
  answerLookUps(pipe);
  syncBuiltinESMExports();
}

/** Reads the arguments of `net.connect` in any of their forms. */
function targetOf(args: unknown[]): Target {
  const [first, second] = args;
  if (typeof first === 'object' && first !== null) return Array.isArray(first) ? targetOf(first) : first;
  if (typeof first === 'string' && !/^\d+$/.test(first)) return { path: first };
  const options = args.find((arg) => typeof arg === 'object' && arg !== null) ?? {};
  return { ...options, port: first as number | string, ...(typeof second === 'string' && { host: second }) };
}

function closedServer(): never {
  throw refusal('a server');
}

function refusal(what: string): Error {
  return Object.assign(new Error(`components may not open ${what}`), { code: 'ERR_ACCESS_DENIED' });
}

function answerLookUps(pipe: HostPipe): void {
  const find = (host: string): Promise<string[]> =>
    new Promise((resolve, reject) => {
      const { id, close } = pipe.open(({ kind, payload }) => {
        close();
        if (kind === FRAME.addresses) resolve(JSON.parse(payload.toString()) as string[]);
        else reject(readError(payload));
      });
      pipe.send(FRAME.lookUp, id, host);
    });
  const ofFamily = async (host: string, family: number): Promise<string[]> =>
    (await find(host)).filter((address) => family === 0 || net.isIP(address) === family);
  const lookup = async (host: string, options?: { family?: number; all?: boolean } | number) => {
    const { family = 0, all = false } = typeof options === 'number' ? { family: options, all: false } : (options ?? {});
    const found = (await ofFamily(host, family)).map((address) => ({ address, family: net.isIP(address) }));
    if (found.length === 0)
      throw Object.assign(new Error(`${host} has no address of this kind`), { code: dns.NOTFOUND });
    return all ? found : found[0];
  };
  const answers = {
    lookup,
    resolve: (host: string) => find(host),
    resolve4: (host: string) => ofFamily(host, 4),
    resolve6: (host: string) => ofFamily(host, 6),
  };
  for (const module of [dns, dns.promises])
    for (const key of Object.keys(module) as (keyof typeof module)[])
      if (/^(?:lookup|resolve|reverse|Resolver|setServers)/.test(key)) Object.assign(module, { [key]: closedLookUp });
  Object.assign(dns.promises, answers);
  const byCallback = callbackify((host: string, options: Parameters<typeof lookup>[1]) => lookup(host, options));
  Object.assign(dns, {
    resolve: callbackify(answers.resolve),
    resolve4: callbackify(answers.resolve4),
    resolve6: callbackify(answers.resolve6),
    lookup: (host: string, ...more: unknown[]) => {
      const callback = more.pop() as (error: Error | null, ...found: unknown[]) => void;
      byCallback(host, more[0] as number | undefined, (error, found) => {
        if (error !== null) callback(error);
        else if (Array.isArray(found)) callback(null, found);
        else callback(null, found?.address, found?.family);
      });
    },
  });
}

function closedLookUp(): never {
  throw refusal('a name server');
}
