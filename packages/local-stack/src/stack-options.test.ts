import { expect, test } from '@jest/globals';
import { readStackOptions } from './stack-options.ts';

test('without settings everything is embedded, under .data, on port 3000', () => {
  expect(readStackOptions({}, [], '/somewhere')).toEqual({
    port: 3_000,
    dataDir: '/somewhere/.data',
    databaseUrl: null,
    executorMetricsPort: null,
    redisUrl: null,
    watch: false,
    consolePort: 5_173,
    reset: false,
    adminEmail: 'admin@example.com',
    adminPassword: null,
  });
});

test('pnpm dev watches, and serves the console on a separate port', () => {
  expect(readStackOptions({ CONSOLE_PORT: '6000' }, ['--watch'], '/somewhere')).toMatchObject({
    watch: true,
    consolePort: 6_000,
  });
});

test('settings replace the defaults', () => {
  const env = {
    PORT: '4000',
    DATA_DIR: '/data',
    DATABASE_URL: 'postgresql://u:p@db:5432/w',
    REDIS_URL: 'redis://r:6379',
    ADMIN_EMAIL: 'ada@example.com',
    ADMIN_PASSWORD: 'long enough',
  };
  expect(readStackOptions(env, [], '/somewhere')).toMatchObject({
    port: 4_000,
    dataDir: '/data',
    databaseUrl: 'postgresql://u:p@db:5432/w',
    redisUrl: 'redis://r:6379',
    adminEmail: 'ada@example.com',
    adminPassword: 'long enough',
  });
});

test.each([
  [{ PORT: '0' }, [], /PORT must be/],
  [{ PORT: '70000' }, [], /PORT must be/],
  [{ DATABASE_URL: 'mysql://db' }, [], /DATABASE_URL must be/],
  [{}, ['--resett'], /--resett is not an argument/],
  [{ DATABASE_URL: 'postgresql://db/w' }, ['--reset'], /--reset does not empty the database of DATABASE_URL/],
])('refuses %j %j with the problem', (env, args, message) => {
  expect(() => readStackOptions(env, args, '/somewhere')).toThrow(message);
});

test('pnpm may put a double dash before the arguments', () => {
  expect(readStackOptions({}, ['--', '--reset'], '/somewhere').reset).toBe(true);
});
