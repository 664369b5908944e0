import { expect, test } from '@jest/globals';
import { mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogDestination } from './log-destination.ts';
import { createLogger, type Logger } from './logger.ts';

async function logged(write: (logger: Logger) => void): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'log-'));
  const file = join(folder, 'log');
  const destination = createLogDestination(openSync(file, 'w'));
  write(createLogger({ service: 'test', level: 'info', destination }));
  await destination.flush(5_000);
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  rmSync(folder, { recursive: true });
  return lines;
}

test.each<[string, (logger: Logger) => void]>([
  ['a field', (logger) => logger.info({ token: 'hunter2' })],
  ['a field deep inside', (logger) => logger.info({ a: [{ b: { 'x-api-key': 'hunter2' } }] })],
  [
    'a field with another spelling',
    (logger) => logger.info({ API_KEY: 'hunter2', webhookToken: 'hunter2', Authorization: 'hunter2' }),
  ],
  [
    'headers of a request',
    (logger) =>
      logger.info({
        req: { headers: { token: 'hunter2', cookie: 'hunter2', authorization: 'hunter2', 'x-api-key': 'hunter2' } },
      }),
  ],
  [
    'a token in a URL',
    (logger) => logger.info({ url: '/webhook/1?a=b&token=hunter2&c=d' }, 'GET /webhook/1?token=hunter2'),
  ],
  [
    'an error that carries its request',
    (logger) =>
      logger.info({ err: Object.assign(new Error('GET /?token=hunter2'), { headers: { token: 'hunter2' } }) }),
  ],
  ['a connection string', (logger) => logger.info({ err: new Error('no answer from postgres://app:hunter2@db/app') })],
  ['a child logger', (logger) => logger.child({ place: 'x' }).info({ password: 'hunter2' })],
])('writes no secret to the log: %s', async (_case, write) => {
  const [line] = await logged(write);
  expect(line).not.toContain('hunter2');
  expect(line).toContain('[redacted]');
  expect(JSON.parse(line ?? '')).toMatchObject({ service: 'test', level: 30 });
});

test('writes every line in order before a flush ends', async () => {
  const lines = await logged((logger) => {
    for (let number = 0; number < 20_000; number += 1) logger.info({ number });
  });
  expect(lines.map((line) => (JSON.parse(line) as { number: number }).number)).toEqual(
    Array.from({ length: 20_000 }, (_, number) => number),
  );
});

test('shows the cause of an error', async () => {
  const [line] = await logged((logger) => logger.info({ err: new Error('outer', { cause: new Error('inner') }) }));
  expect(JSON.parse(line ?? '')).toMatchObject({ err: { message: 'outer', cause: { message: 'inner' } } });
});
