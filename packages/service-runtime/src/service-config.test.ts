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
  'postgresql://u:p@a:5432,b:5433/flows?target_session_attrs=read-write',
  'postgresql://u:p@a,b/flows',
  'postgresql://u:p@a/flows?target_session_attrs=read-write',
  'postgresql://u:p@a,[::1]:5433/flows?sslmode=verify-full&target_session_attrs=primary',
])('takes several hosts: %s', (url) => {
  expect(read(url)()).toBe(url);
});

test.each([
  'postgresql://u:p@a,b/flows?target_session_attrs=any',
  'postgresql://u:p@a,b/flows?target_session_attrs=prefer-standby&sslmode=verify-full',
  'postgresql://u:p@a/flows?target_session_attrs=',
  'postgresql://u:p@a,,b/flows',
  'postgresql://u:p@a:5432,b:port/flows',
  'postgresql:///flows?host=a,b',
])('refuses, with the name of the variable, hosts that the services cannot use: %s', (url) => {
  expect(read(url)).toThrow(
    'DATABASE_URL must be an absolute URL that starts with postgres:// or postgresql://, with hosts separated by ' +
      'commas before the path, and with read-write or primary as target_session_attrs',
  );
});

test.each(['postgresql://u:a,b@host:5432/flows', 'postgres://u@host/flows?options=-c%20a=b,c'])(
  'a comma elsewhere separates no hosts: %s',
  (url) => {
    expect(read(url)()).toBe(url);
  },
);
