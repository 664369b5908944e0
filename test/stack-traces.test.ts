import { expect, test } from '@jest/globals';
import { bundledProgram, environmentForServices, ServiceProcess, type LogLine } from '@workflow/test-harness';

const ENV = {
  ...environmentForServices(),
  // Nothing listens at this address.
  DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none',
  SECRETS_KEY: 'ab'.repeat(32),
  AUTH_SECRET: 'test secret '.repeat(4),
  HOST: '127.0.0.1',
  PORT: '0',
};

const errorOf = ({ err }: LogLine): { type?: string; stack: string } => (err ?? { stack: '' }) as { stack: string };

test.each(['ingress', 'executor'] as const)('an error of %s names files and lines of the sources', async (service) => {
  await bundledProgram(service);
  const running = new ServiceProcess({ service, env: ENV });
  running.start();
  try {
    const line = await running.untilLogged((each) => errorOf(each).type === 'StoreUnavailableError');
    expect(errorOf(line).stack).toMatch(/\/packages\/session-store\/src\/[\w/-]+\.ts:\d+:\d+/);
    expect(errorOf(line).stack).not.toContain('/dist/');
  } finally {
    await running.kill();
  }
});
