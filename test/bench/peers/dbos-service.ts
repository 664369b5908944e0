// The benchmark's workflow on DBOS. `POST /run` answers with the output when the workflow has succeeded, `POST /start`
// when its start is durable.
import type { AddressInfo } from 'node:net';
import { DBOS } from '@dbos-inc/dbos-sdk';
import express from 'express';
import { countEnded, reportToParent } from './report-to-parent.ts';
import { runWorkflow, type Input } from './workflow.ts';

const workflow = DBOS.registerWorkflow(
  async (input: Input) => {
    const output = await runWorkflow(input, (name, run) => DBOS.runStep(run, { name }));
    countEnded();
    return output;
  },
  { name: 'benchmark' },
);
DBOS.setConfig({
  name: 'bench',
  applicationVersion: '1',
  systemDatabaseUrl: process.env['DATABASE_URL']!,
  logLevel: process.env['DBOS_LOG_LEVEL']!,
});
await DBOS.launch();

const app = express();
app.use(express.json());
app.post('/run', (request, response, next) => {
  workflow(request.body as Input).then((output) => response.json(output), next);
});
app.post('/start', (request, response, next) => {
  DBOS.startWorkflow(workflow)(request.body as Input).then(
    ({ workflowID }) => response.status(202).json({ workflowID }),
    next,
  );
});
const server = app.listen(0, '127.0.0.1', () => reportToParent((server.address() as AddressInfo).port));
