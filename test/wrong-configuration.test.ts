import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from '@jest/globals';
import { bundledProgram, environmentForServices } from '@workflow/test-harness';

const KEY = 'ab'.repeat(32);
const ENDS_WITHIN_MS = 100_000;
const USABLE = {
  DATABASE_URL: 'postgresql://nobody@127.0.0.1:9/none',
  SECRETS_KEY: KEY,
  AUTH_SECRET: 'a secret for signing cookies '.repeat(2),
};

/** Starts a service as an operator does. Waits for its end, or ends it after it has logged `enough` lines. */
async function start(service: 'ingress' | 'executor', env: Record<string, string>, enough = Infinity) {
  const child = spawn(process.execPath, [await bundledProgram(service)], {
    env: { ...environmentForServices(), ...USABLE, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    // Ends a service that starts although it should not.
    timeout: ENDS_WITHIN_MS,
    killSignal: 'SIGKILL',
  });
  let written = 0;
  child.stdout.on('data', (bytes: Buffer) => {
    written += bytes.toString().split('\n').length - 1;
    if (written >= enough) child.kill('SIGKILL');
  });
  const [output, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  return { lines: output.trimEnd().split('\n'), errors, code: code as number | null };
}

describe.each(['ingress', 'executor'] as const)('a wrong configuration of %s', (service) => {
  test('is logged in one JSON line per variable, without its value or a stack, and the process exits', async () => {
    const { lines, errors, code } = await start(service, {
      LOG_LEVEL: 'loud',
      DATABASE_URL: 'mysql://somewhere',
      EXECUTOR_DEAD_AFTER_MS: '2999',
      SECRETS_KEY: 'secret-that-is-too-short',
    });
    const logged = lines.map((line) => JSON.parse(line) as { service: string; level: number; msg: string });
    expect(logged.map(({ msg }) => msg).sort()).toEqual([
      'Cannot start: DATABASE_URL must be an absolute URL that starts with postgres:// or postgresql://, ' +
        'with hosts separated by commas before the path, and with read-write or primary as target_session_attrs',
      'Cannot start: EXECUTOR_DEAD_AFTER_MS must be an integer of at least 3000',
      'Cannot start: LOG_LEVEL must be one of trace, debug, info, warn, error, fatal, silent',
      'Cannot start: SECRETS_KEY must be 32 bytes in base64 or hex',
    ]);
    expect(logged.every((line) => line.service === service && line.level === 60)).toBe(true);
    expect(lines.join('\n')).not.toMatch(/secret-that|mysql|stack/);
    expect(errors).toBe('');
    expect(code).toBe(1);
  });

  test('is logged in a plain line with LOG_PRETTY', async () => {
    const { lines, errors, code } = await start(service, { LOG_PRETTY: 'true', LOG_LEVEL: 'INFO' });
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(/Cannot start: LOG_LEVEL must be one of trace, debug, info, warn, error, fatal, silent$/);
    expect(lines[0]).not.toMatch(/^\{/);
    expect(errors).toBe('');
    expect(code).toBe(1);
  });

  test('with variables that look like others is warned of, by name and without their values', async () => {
    const mistyped = { DATABSE_URL: 'postgres://u:secret@h/d', LOGLEVEL: 'debug', RETENTION_DAYS: '1' };
    const { lines } = await start(service, mistyped, 2);
    expect(lines.slice(0, 2).map((line) => JSON.parse(line) as object)).toEqual([
      expect.objectContaining({ level: 40, service, msg: 'DATABSE_URL is not known: did you mean DATABASE_URL?' }),
      expect.objectContaining({ level: 40, service, msg: 'LOGLEVEL is not known: did you mean LOG_LEVEL?' }),
    ]);
    expect(lines.join('\n')).not.toContain('u:secret');
  });
});

test.each(['Long', '-long', 'long work', 'a'.repeat(41), 'lang-größer'])(
  'an executor does not start in the pool %j, which no workflow can name',
  async (pool) => {
    const { lines, errors, code } = await start('executor', { EXECUTOR_POOL: pool });
    expect(lines.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual([
      'Cannot start: EXECUTOR_POOL must be 1 to 40 lowercase letters, digits and hyphens, ' +
        'and must not begin with a hyphen',
    ]);
    expect(errors).toBe('');
    expect(code).toBe(1);
  },
);

test('timeouts and limits of ingress that contradict each other are named with both', async () => {
  const { lines, code } = await start('ingress', {
    DATABASE_STATEMENT_TIMEOUT_MS: '9000',
    CHANGE_POLL_MS: '1000',
    DRAIN_MS: '15000',
    HEADERS_TIMEOUT_MS: '30001',
    OTHER_REQUESTS_AT_ONCE: '10',
    MAX_PUBLIC_BODY_BYTES: '2000000',
  });
  const logged = lines.map((line) => (JSON.parse(line) as { msg: string }).msg.split(':').slice(0, 2).join(':'));
  expect(logged.sort()).toEqual([
    'Cannot start: CHANGE_POLL_MS must be less than CACHE_TRUST_MS',
    'Cannot start: DATABASE_STATEMENT_TIMEOUT_MS must be less than ANSWER_TIMEOUT_MS',
    'Cannot start: DRAIN_MS must be less than SHUTDOWN_DEADLINE_MS',
    'Cannot start: HEADERS_TIMEOUT_MS must not be more than REQUEST_TIMEOUT_MS',
    'Cannot start: MAX_PUBLIC_BODY_BYTES must not be more than MAX_BODY_BYTES',
    'Cannot start: OTHER_REQUESTS_AT_ONCE must be less than DATABASE_POOL_SIZE',
  ]);
  expect(code).toBe(1);
});
