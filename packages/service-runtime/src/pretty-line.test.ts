import { expect, test } from '@jest/globals';
import { prettyLine } from './pretty-line.ts';

test('text from callers starts no new line and sends no control characters to the terminal', () => {
  const hostile = 'a\n12:00:00.000 INFO ingress: all is well\u001B[2J\u009B\u007F';
  const line = prettyLine(
    JSON.stringify({
      level: 40,
      time: 0,
      service: 'executor',
      msg: hostile,
      path: hostile,
      err: { stack: `Error: ${hostile}\n    at x` },
    }),
  );
  expect(line.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
  expect(line.split('\n')[0]).toContain('\\n12:00:00.000');
  for (const other of line.split('\n').slice(1, -1)) expect(other).toMatch(/^ {2}/);
});
