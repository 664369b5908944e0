import type { Metrics } from './metrics.ts';

/** The connections of one pool at a moment. */
export interface PoolConnections {
  used: number;
  idle: number;
  /** The number of statements that wait for a connection. */
  waiting: number;
}

/** Makes the metrics of both services about their connections to PostgreSQL. */
export function createStoreMetrics(metrics: Metrics) {
  const statements = metrics.histogram(
    'workflow_store_statement_duration_seconds',
    'From sending a statement to its whole answer',
    { labels: ['statement'], buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5] },
  );
  const batches = metrics.histogram(
    'workflow_store_batch_size',
    'Sessions that one statement accepted, claimed, recorded steps of or ended',
    { labels: ['operation'], buckets: [1, 2, 4, 8, 16, 32, 64, 128, 256, 512] },
  );
  return {
    batchWritten: (operation: string, items: number): void => batches.observe({ operation }, items),
    /** `statement` is the name. Statements without a name are counted together. */
    statementEnded: (statement: string, seconds: number): void => statements.observe({ statement }, seconds),
    watchPool: (read: () => PoolConnections): void =>
      metrics.gauges(
        'workflow_store_pool_connections',
        'Connections to PostgreSQL by state, and statements that wait for one',
        'state',
        () => ({ ...read() }),
      ),
  };
}
