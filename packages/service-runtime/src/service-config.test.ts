import { expect, test } from '@jest/globals';
import { readEnv } from './env-reader.ts';
import { readServiceConfig } from './service-config.ts';

const SECRETS_KEY = '00'.repeat(32);

function read(databaseUrl: string): () => string {
  const reader = readEnv({ DATABASE_URL: databaseUrl, SECRETS_KEY });
  return () => {
    const config = readServiceConfig(reader);
    reader.finish();
    return config.databaseUrl;
  };
}

test.each([
  'postgresql://u:p@a:5432,b:5432/flows',
  'postgresql://u:p@a,b/flows',
  'postgresql://u:p@a/flows?target_session_attrs=read-write',
  'postgresql://u:p@a,b/flows?sslmode=verify-full&target_session_attrs=primary',
])('several hosts are refused by name: %s', (url) => {
  expect(read(url)).toThrow(
    'DATABASE_URL must be an absolute URL that starts with postgres:// or postgresql://, with one',
  );
});

test.each(['postgresql://u:a,b@host:5432/flows', 'postgres://u@host/flows?options=-c%20a=b,c'])(
  'a comma elsewhere is none between hosts: %s',
  (url) => {
    expect(read(url)()).toBe(url);
  },
);
