import { routesOf } from '../http/define-route.ts';
import { runBatch } from './batch/run-batch.ts';
import { runWorkflow } from './run-workflow.ts';

/** Routes that start sessions, one or a batch. */
export const runsRoutes = routesOf('Runs', { runWorkflow, runBatch });
