import { globSync } from 'node:fs';

/**
 * Test files that take long by their nature, as patterns over their paths, each with its reason. `.ci/run` runs them
 * with all others (`pnpm test --all`). `pnpm test` skips them, unless a path or a change names them.
 */
export const LONG_TESTS: readonly { files: RegExp; reason: string }[] = [
  {
    files: /^test\/system\/blocked\/blocked-loops\.test\.ts$/,
    reason: 'blocks the event loops of services, waits until they are ended, and starts others',
  },
  {
    files: /^services\/(ingress|executor)\/test\/largest-tenant\//,
    reason: 'fills an organization up to all of its limits, and asks every route and runs every loop on it',
  },
  { files: /^test\/chaos\/short-form/, reason: 'kills services and servers, on separate servers with durability on' },
  {
    files:
      /^test\/system\/(postgres-hosts|pgbouncer|redis-over-tls|restart|retention|(run-first|agent)-kills)\.test\.ts$/,
    reason: 'starts servers and services for each test, and waits until they notice a loss',
  },
  {
    files: /^test\/system\/app-call-kills\.test\.ts$/,
    reason: 'kills the executor at each point of a call, and waits until another one notices',
  },
  {
    files: /^(test|services\/(ingress|executor)\/test)\/scaling\/[\w-]+\.test\.ts$/,
    reason: 'measures about 2,500 readers of texts, each with dozens of hostile texts',
  },
  {
    files: /^test\/security\/nested-json\.test\.ts$/,
    reason: 'sends every route that takes a body twenty texts as long as it takes',
  },
  {
    files: /^test\/(security\/(event-flood|stream-memory)|system\/large-trees)\.test\.ts$/,
    reason: 'makes events of hundreds of megabytes or trees of 20,000 sessions, and waits until services are through',
  },
  {
    files: /^test\/system\/(local-start.*|readme-commands)\.test\.ts$/,
    reason: 'runs `pnpm start` with a separate database for each test',
  },
  {
    files: /^packages\/session-queue\/src\/(redis-topologies|redis-outage|postgres-hosts|half-open)\.test\.ts$/,
    reason: 'starts clusters and standbys, and waits for timeouts of connections',
  },
  {
    files: /^packages\/sandbox\/src\/pool\/fair-sandbox\.test\.ts$/,
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
    files: /^test\/console\/(gallery-templates|gallery)\.test\.ts$/,
    reason: 'makes every template of the gallery in a browser, opens it and runs it; reads the whole list of them',
  },
  {
    files:
      /^test\/console\/(accessibility|quality|sizes|overview-stays|first-content|newcomer|nightly-report)\.test\.ts$/,
    reason: 'opens every page or form of the console, measures it or walks through it, from the gallery to a mail too',
  },
  {
    files:
      /^(test\/(contract\/(mails[\w-]*|s3)|system\/files-in-s3)|packages\/file-store\/src\/outside\/[\w-]+)\.test\.ts$/,
    reason: 'starts servers of mail and objects that a machine has to have, and waits for polls of them',
  },
  {
    files: /^packages\/(credentials\/src\/mysql|postgres-hosts\/src)\/(open-database|postgres-address)\.test\.ts$/,
    reason: 'starts MariaDB, which a machine has to have, or a primary and its standby',
  },
  {
    files: /^packages\/expressions\/src\/parsing\/expression-cost\.test\.ts$/,
    reason: 'evaluates the costliest expressions that are allowed, each to its end',
  },
  {
    files: /^packages\/[a-z]+\/src\/(?:pool|program)\/(?:large-results|failed-starts|sandbox-pool)\.test\.ts$/,
    reason: 'lets programs run out of time and memory, and restarts their processes',
  },
  {
    files: /^services\/ingress\/test\/security\/(large-events|bodies|bodies-together|bounded-work|streams)\.test\.ts$/,
    reason: 'sends bodies of megabytes and stops half-way, and waits until the connection is given up',
  },
  {
    files: /^services\/executor\/test\/(executor|jobs-of-several-sessions|lost-queue|lost-claim)\.test\.ts$/,
    reason: 'ends executors at work, several times over, and waits until another one notices',
  },
  {
    files: /^test\/contract\/(bulk|drain-executor|event-deliveries|event-hooks|sensitive-retries|tracing)\.test\.ts$/,
    reason: 'starts services for itself on either queue, and ends some of them or waits for pauses between tries',
  },
  {
    files: /^test\/(cli\/(cli-(runs|sync|admin)|recordings)|client\/documented-programs)\.test\.ts$/,
    reason: 'starts a process for every command line of the reference, and for every documented program',
  },
  {
    files: /^test\/client\/(batch|retries|broken-answers)\.test\.ts$/,
    reason: 'loses, cuts and delays answers until tries are used up',
  },
  {
    files: /^(services\/ingress\/test\/admin|test\/security\/rotation)\.test\.ts$/,
    reason: 'starts the admin command or a service for each of its answers',
  },
  {
    files: /^test\/contract\/sensitive-answers\.test\.ts$/,
    reason: 'kills executors while answers and calls are under way, and waits until others take over',
  },
];

/**
 * Returns the test files that `pnpm test` skips, each once, by reason.
 * @param root folder of the repository
 */
export function leftOut(root: string): { reason: string; files: string[] }[] {
  const testFiles = globSync('{packages,services,test}/**/*.test.ts', {
    cwd: root,
    exclude: (name) => name === 'node_modules',
  }).toSorted();
  return LONG_TESTS.map(({ files, reason }) => ({ reason, files: testFiles.filter((file) => files.test(file)) }));
}
