import { once } from 'node:events';
import { expect, test } from '@jest/globals';
import { startProgram } from './start-program.ts';

test('a program that is not installed is a rejection that names it, not an event that ends this process', async () => {
  await expect(startProgram('no-such-program', [], { stdio: 'ignore' })).rejects.toThrow(
    'no-such-program could not be started: it is not installed, or its folder is missing',
  );
});

test('a file that is no program says so', async () => {
  await expect(startProgram(import.meta.filename, [], { stdio: 'ignore' })).rejects.toThrow('EACCES');
});

test('a program that ends at once has its output and its exit still to come', async () => {
  const child = await startProgram(process.execPath, ['-e', 'console.log("here")'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let output = '';
  child.stdout!.on('data', (bytes: Buffer) => (output += bytes.toString()));
  expect(await once(child, 'close')).toEqual([0, null]);
  expect(output).toBe('here\n');
});
