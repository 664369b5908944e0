#!/usr/bin/env node
import { EXIT } from './failures/failures.ts';
import { runCli } from './run-cli.ts';

const { argv, env, stdin, stdout, stderr } = process;
// A reader that closes the pipe early, such as `head`, ends the program.
for (const stream of [stdout, stderr]) stream.on('error', () => process.exit(EXIT.failed));
const exitCode = await runCli(argv.slice(2), { env, stdin, stdout, stderr });
// A pipe accepts the written data later, so wait for it.
await Promise.all([stdout, stderr].map((stream) => new Promise<void>((done) => stream.write('', () => done()))));
// Exits even if something is still open, such as an idle connection.
process.exit(exitCode);
