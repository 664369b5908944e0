#!/usr/bin/env node
import { EXIT } from './failures/failures.ts';
import { runCli } from './run-cli.ts';

const { argv, env, stdin, stdout, stderr } = process;
// Who reads a part of what is written, such as `head`, ends the program with it.
for (const stream of [stdout, stderr]) stream.on('error', () => process.exit(EXIT.failed));
const exitCode = await runCli(argv.slice(2), { env, stdin, stdout, stderr });
// A pipe takes what was written in its own time.
await Promise.all([stdout, stderr].map((stream) => new Promise<void>((done) => stream.write('', () => done()))));
// What waits for nothing more, such as a connection that is kept open, does not keep the program.
process.exit(exitCode);
