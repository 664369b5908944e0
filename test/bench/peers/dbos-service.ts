// The benchmark's workflow on DBOS. `POST /run` answers with the output when the workflow has succeeded.
import type { AddressInfo } from 'node:net';
import { DBOS } from '@dbos-inc/dbos-sdk';
import express from 'express';
import { transform, type Input } from './workflow.ts';

const workflow = DBOS.registerWorkflow(async (input: Input) => transform(input), { name: 'transform' });
DBOS.setConfig({
  name: 'bench',
  applicationVersion: '1',
  systemDatabaseUrl: process.env['DATABASE_URL']!,
  logLevel: 'error',
});
await DBOS.launch();

const app = express();
app.use(express.json());
app.post('/run', (request, response, next) => {
  workflow(request.body as Input).then((output) => response.json(output), next);
});
const server = app.listen(0, '127.0.0.1', () => {
  process.send?.({ port: (server.address() as AddressInfo).port });
});
process.once('disconnect', () => process.exit(0));
