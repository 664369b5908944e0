import { execFileSync } from 'node:child_process';
import { expect, test } from '@jest/globals';
import { runAsCurl } from '../../packages/console/src/features/code/run-as-curl.ts';

test('a shell reads the copied command as the request of the session, whatever its values contain', () => {
  const placeholderValues = { name: `it's "quoted" $HOME \`date\` \\ end`, lines: 'a\nb' };
  const session = { workflowId: 'w', componentId: 'c', placeholderValues } as const;
  const command = runAsCurl(session, 'http://localhost:3000');
  const shown = execFileSync('sh', ['-c', `curl() { for one in "$@"; do printf '%s\\0' "$one"; done; }; ${command}`]);
  const words = shown.toString().split('\0');
  expect(words).toContain('http://localhost:3000/v1/workflow/run');
  expect(words).toContain('x-api-key: <API_KEY>');
  expect(words).toContain('Prefer: wait');
  expect(JSON.parse(words.at(words.indexOf('-d') + 1) ?? '')).toEqual({
    workflowId: 'w',
    componentId: 'c',
    mode: 'PROD',
    placeholderValues,
  });
});
