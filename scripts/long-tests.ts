/**
 * Test files that take long by their nature, as patterns over their paths, each with its reason. `.ci/run` runs them
 * with all others (`pnpm test --all`); `pnpm test` leaves them out, unless a path or a change names them.
 */
export const LONG_TESTS: readonly { files: RegExp; reason: string }[] = [
  { files: /^test\/chaos\/short-form/, reason: 'kills services and servers, on servers of its own with durability on' },
  {
    files: /^test\/system\/(postgres-hosts|pgbouncer|redis-over-tls|restart|retention)\.test\.ts$/,
    reason: 'starts servers and services for each test, and waits until they notice a loss',
  },
  {
    files: /^test\/(security\/(event-flood|stream-memory)|system\/large-trees)\.test\.ts$/,
    reason: 'makes events of hundreds of megabytes or trees of 20,000 sessions, and waits until services are through',
  },
  {
    files: /^test\/system\/(local-start.*|readme-commands)\.test\.ts$/,
    reason: 'runs `pnpm start` with a database of its own for each test',
  },
  {
    files: /^packages\/session-queue\/src\/(redis-topologies|redis-outage|postgres-hosts|half-open)\.test\.ts$/,
    reason: 'starts clusters and standbys, and waits for time-outs of connections',
  },
  {
    files: /^packages\/expressions\/src\/sandbox\/fair-sandbox\.test\.ts$/,
    reason: 'keeps all processors busy for seconds and compares the shares',
  },
  {
    files: /^(test\/packages|packages\/component-packages\/src\/process)\/hostile-packages[\w-]*\.test\.ts$/,
    reason: 'lets packages loop and fill memory, a process for each, and waits until they are ended',
  },
  {
    files: /^test\/(client\/(packed-client|batch-survives-kills)|cli\/packed-cli)\.test\.ts$/,
    reason: 'installs two releases of Node.js; kills ingress while a batch is under way, and starts it again',
  },
  {
    files: /^test\/console\/gallery-templates\.test\.ts$/,
    reason: 'makes every template of the gallery in a browser, opens it and runs it',
  },
  {
    files: /^test\/contract\/sensitive-answers\.test\.ts$/,
    reason: 'kills executors while answers and calls are under way, and waits until others take over',
  },
];
