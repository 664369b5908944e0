import { expect, test } from '@jest/globals';
import { ConfigError, readEnv } from './env-reader.ts';

test('names every invalid variable, and its rule, in one error', () => {
  const read = readEnv({
    PORT: '70000',
    FLAG: 'perhaps',
    URL: 'localhost:5432',
    KEY: 'c2hvcnQ=',
    LEVEL: 'loud',
    WHOLE: '1.5',
    EMPTY: ' ',
  });
  read.integer('PORT', { min: 0, max: 65_535 });
  read.flag('FLAG', false);
  read.url('URL', { protocols: ['postgresql'] });
  read.bytes('KEY', { length: 32 });
  read.string('LEVEL', { oneOf: ['info', 'warn'] });
  read.integer('WHOLE');
  read.string('EMPTY');
  const error = (() => {
    try {
      read.finish();
    } catch (thrown) {
      return thrown;
    }
  })();
  expect(error).toBeInstanceOf(ConfigError);
  expect((error as ConfigError).problems).toEqual([
    'PORT must be an integer from 0 to 65535',
    'FLAG must be true or false',
    'URL must be an absolute URL that starts with postgresql://',
    'KEY must be 32 bytes in base64 or hex',
    'LEVEL must be one of info, warn',
    'WHOLE must be an integer',
    'EMPTY is required',
  ]);
});

test('never repeats a value, which may be a secret', () => {
  const read = readEnv({ SECRETS_KEY: 'hunter2-hunter2' });
  read.bytes('SECRETS_KEY', { length: 32 });
  expect(() => read.finish()).toThrow(ConfigError);
  expect(() => read.finish()).not.toThrow(/hunter2/);
});

test('reads values and defaults; an empty variable counts as not set', () => {
  const read = readEnv({
    N: ' 5 ',
    ON: 'Yes',
    U: 'https://example.com/',
    L: 'a, b,,c',
    HEX: 'ff'.repeat(4),
    EMPTY: '',
  });
  expect([
    read.integer('N'),
    read.flag('ON', false),
    read.url('U'),
    read.list('L', []),
    [...read.bytes('HEX', { length: 4 })],
  ]).toEqual([5, true, 'https://example.com', ['a', 'b', 'c'], [255, 255, 255, 255]]);
  expect([
    read.string('EMPTY', { default: 'x' }),
    read.integer('NONE', { default: null }),
    read.list('NO', ['d']),
  ]).toEqual(['x', null, ['d']]);
  read.finish();
});
