import { lockDown } from '../lock-down.ts';

// It locks itself down as a sandbox process does, and reports what it can still do.
lockDown();

async function outcome(attempt: () => unknown): Promise<string> {
  try {
    await attempt();
    return 'done';
  } catch {
    return 'denied';
  }
}

const call = (name: string, ...args: unknown[]) =>
  (process as unknown as Record<string, (...args: unknown[]) => unknown>)[name]!(...args);
const load = (specifier: string) => import(specifier) as Promise<unknown>;

process.send?.({
  kill: await outcome(() => call('kill', process.ppid, 0)),
  debug: await outcome(() => call('_debugProcess', process.ppid)),
  builtin: await outcome(() => call('getBuiltinModule', 'node:net')),
  net: await outcome(() => load('node:net')),
  http: await outcome(() => load('node:http')),
  inspector: await outcome(() => load('node:inspector')),
  fetch: await outcome(() => fetch('http://127.0.0.1:9/')),
});
