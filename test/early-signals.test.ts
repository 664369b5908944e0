import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from '@jest/globals';
import { bundledProgram, environmentForServices } from '@workflow/test-harness';

/**
 * Returns a module that handles the signal and sends it to its own process, before the service's own code is imported.
 */
const SIGNAL_AT_ONCE = (signal: string): string =>
  `process.on('newListener', (name) =>
    name === '${signal}' && process.nextTick(() => process.kill(process.pid, name)));`;

const SERVICES = ['ingress', 'executor'] as const;

test.each(SERVICES.flatMap((service) => ['SIGTERM', 'SIGINT'].map((signal) => [service, signal] as const)))(
  '%s ends immediately on %s before it has loaded',
  async (service, signal) => {
    const preload = `data:text/javascript,${encodeURIComponent(SIGNAL_AT_ONCE(signal))}`;
    const child = spawn(process.execPath, ['--import', preload, await bundledProgram(service)], {
      stdio: ['ignore', 'pipe', 'inherit'],
      // No setting of a service is set, so reading the configuration would fail with a message.
      env: environmentForServices(),
    });
    let output = '';
    child.stdout.on('data', (bytes: Buffer) => (output += bytes.toString()));
    const [code, ended] = (await once(child, 'close')) as [number | null, string | null];
    expect({ code, ended, output }).toEqual({ code: 0, ended: null, output: '' });
  },
);
