import { once } from 'node:events';
import { expect, test } from '@jest/globals';
import { startProgram } from './start-program.ts';

test('a program that is not installed is a rejection with its name, not an event that ends this process', async () => {
  await expect(startProgram('no-such-program', [], { stdio: 'ignore' })).rejects.toThrow(
    'Could not start no-such-program: it is not installed, or its folder is missing',
  );
});

test('a file that is not a program is an error that explains it', async () => {
  await expect(startProgram(import.meta.filename, [], { stdio: 'ignore' })).rejects.toThrow('EACCES');
});

test('the output and the exit of a program that ends immediately can still be read', async () => {
  const child = await startProgram(process.execPath, ['-e', 'console.log("here")'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let output = '';
  child.stdout!.on('data', (bytes: Buffer) => (output += bytes.toString()));
  expect(await once(child, 'close')).toEqual([0, null]);
  expect(output).toBe('here\n');
});
