import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { readEnv, type Env } from './env-reader.ts';
import { readRedisAddress } from './redis-address.ts';

const read = (env: Env): ReturnType<typeof readRedisAddress> => {
  const reader = readEnv(env);
  const address = readRedisAddress(reader);
  reader.finish();
  return address;
};

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'workflow-redis-address-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

test('without a Redis there is no address', () => {
  expect(read({})).toBeNull();
});

test('a URL, Sentinels and a Cluster are three kinds of address', () => {
  expect(read({ REDIS_URL: 'rediss://user:word@redis:6380' })).toEqual({
    kind: 'standalone',
    url: 'rediss://user:word@redis:6380',
  });
  expect(read({ REDIS_SENTINELS: 'a:26379, b', REDIS_SENTINEL_MASTER: 'main', REDIS_PASSWORD: 'word' })).toEqual({
    kind: 'sentinel',
    sentinels: ['a:26379', 'b'],
    master: 'main',
    sentinelPassword: null,
    username: null,
    password: 'word',
    tls: false,
  });
  expect(read({ REDIS_CLUSTER_NODES: '[::1]:7000,b:7001', REDIS_TLS: 'true' })).toEqual({
    kind: 'cluster',
    nodes: ['[::1]:7000', 'b:7001'],
    username: null,
    password: null,
    tls: true,
  });
});

test.each<[string, Env, string]>([
  ['two kinds', { REDIS_URL: 'redis://a', REDIS_CLUSTER_NODES: 'b:1' }, 'REDIS_URL and REDIS_CLUSTER_NODES'],
  ['Sentinels without a master', { REDIS_SENTINELS: 'a:1' }, 'REDIS_SENTINEL_MASTER is required'],
  ['a master without Sentinels', { REDIS_SENTINEL_MASTER: 'main' }, 'REDIS_SENTINELS is required'],
  ['a URL as a node', { REDIS_CLUSTER_NODES: 'redis://a:1' }, 'REDIS_CLUSTER_NODES must list host:port'],
])('%s are refused with the name of the variable', (_case, env, message) => {
  expect(() => read(env)).toThrow(message);
});

test('a secret may be in a file or a variable, but not from both', () => {
  const file = join(folder, 'url');
  writeFileSync(file, 'redis://from-file:6379\n');
  expect(read({ REDIS_URL_FILE: file })).toEqual({ kind: 'standalone', url: 'redis://from-file:6379' });
  expect(() => read({ REDIS_URL_FILE: file, REDIS_URL: 'redis://b' })).toThrow(
    'REDIS_URL_FILE must not be set together with',
  );
  expect(() => read({ REDIS_URL_FILE: join(folder, 'none') })).toThrow('REDIS_URL_FILE must name a file');
});
