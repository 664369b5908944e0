import type { Plugin } from 'rolldown';

/**
 * Libraries that load everything they contain: each main file, and its replacement. A name that is left out here cannot
 * be imported in a bundle.
 */
const PARTS = [
  {
    mainFile: /\/node_modules\/undici\/index\.js$/,
    code: `import Dispatcher from './lib/dispatcher/dispatcher.js';
import request from './lib/api/api-request.js';
import Agent from './lib/dispatcher/agent.js';
import buildConnector from './lib/core/connect.js';
import errors from './lib/core/errors.js';
Object.assign(Dispatcher.prototype, { request });
export { Agent, buildConnector, errors };
`,
  },
  {
    mainFile: /\/node_modules\/bullmq\/dist\/cjs\/index\.js$/,
    // Only a queue on PostgreSQL uses it.
    code: `export { Queue } from './classes/queue.js';
export { Worker } from './classes/worker.js';
export const createPostgresBackend = (...given) =>
  require('./postgres/create-postgres-backend.js').createPostgresBackend(...given);
export const runMigrations = (...given) => require('./postgres/migrator.js').runMigrations(...given);
`,
  },
  {
    mainFile: /\/node_modules\/cron-parser\/dist\/index\.js$/,
    // BullMQ's job schedulers use it, and the services have none.
    code: `export const CronExpressionParser = {
  parse: (...given) => require('./CronExpressionParser.js').CronExpressionParser.parse(...given),
};
`,
  },
  // Node.js has the feature that it replaces, and prefers its own there too.
  { mainFile: /\/node_modules\/temporal-polyfill\/index\.js$/, code: 'export const { Temporal } = globalThis;\n' },
  // Express uses it, but ingress reads bodies itself.
  { mainFile: /\/node_modules\/body-parser\/index\.js$/, code: 'export {};\n' },
];

/** Lets a bundle load only those parts of these libraries that the services use. */
export function loadParts(): Plugin {
  return {
    name: 'load-parts',
    load: {
      filter: { id: PARTS.map(({ mainFile }) => mainFile) },
      handler: (id) => PARTS.find(({ mainFile }) => mainFile.test(id))?.code,
    },
  };
}
