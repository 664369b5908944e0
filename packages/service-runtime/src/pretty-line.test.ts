import { expect, test } from '@jest/globals';
import { prettyLine } from './pretty-line.ts';

test('what callers sent begins no new line and says nothing to the terminal', () => {
  const hostile = 'a\n12:00:00.000 INFO ingress: all is well\u001b[2J\u009b\u007f';
  const line = prettyLine(JSON.stringify({ level: 40, time: 0, service: 'executor', msg: hostile, path: hostile, err: { stack: `Error: ${hostile}\n    at x` } }));
  expect(line.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
  expect(line.split('\n')[0]).toContain('\\n12:00:00.000');
  for (const other of line.split('\n').slice(1, -1)) expect(other).toMatch(/^ {2}/);
});
