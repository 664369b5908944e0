import { expect, test } from '@jest/globals';
import { libraryLog } from './library-log.ts';

test('a refusal is a warning, and what the caller sent is cut and has no control characters', () => {
  const lines: [string, string][] = [];
  const into = (level: string) => (_fields: unknown, message?: string) => void lines.push([level, String(message)]);
  const log = libraryLog({ debug: into('debug'), info: into('info'), warn: into('warn') });
  log('error', 'Invalid origin: https://\u001B[31mevil\r\nexample');
  log('error', `Invalid origin: ${'x'.repeat(100_000)}`);
  log('info', 'fine');
  expect(lines[0]).toEqual(['warn', 'Invalid origin: https://?[31mevil?example']);
  expect(lines[1]![0]).toBe('warn');
  expect(lines[1]![1]).toHaveLength(201);
  expect(lines[2]).toEqual(['info', 'fine']);
});
