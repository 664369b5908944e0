/** Layers of docs/internals.md ("Packages"): a folder, and the packages of this repository that it may import. */
export const LAYERS: Record<string, string[]> = {
  'packages/api-types': [],
  'packages/client': ['api-types'],
  'packages/cli': ['client'],
  'packages/placeholder-values': ['workflow-model'],
  'packages/sandbox': ['workflow-model'],
  'packages/expressions': ['sandbox', 'workflow-model'],
  'packages/due-times': ['workflow-model'],
  'packages/outbound': ['workflow-model'],
  'packages/apps': ['workflow-model'],
  'packages/component-kit': ['apps', 'expressions', 'outbound', 'sandbox', 'placeholder-values', 'workflow-model'],
  'packages/components': ['apps', 'component-kit', 'due-times', 'outbound', 'workflow-model'],
  'packages/component-packages': ['components', 'component-kit', 'outbound', 'sandbox', 'validation', 'workflow-model'],
  'packages/credentials': ['component-kit', 'outbound', 'workflow-model'],
  'packages/validation': [
    'apps',
    'components',
    'component-kit',
    'expressions',
    'sandbox',
    'placeholder-values',
    'workflow-model',
  ],
  'packages/console': ['api-types', 'components', 'component-kit', 'credentials', 'due-times', 'workflow-model'],
  'packages/postgres-hosts': [],
  'packages/service-bundles': [],
  'packages/session-store': ['apps', 'components', 'component-kit', 'due-times', 'postgres-hosts', 'workflow-model'],
  'packages/file-store': ['outbound', 'session-store', 'workflow-model'],
  'packages/session-queue': ['postgres-hosts', 'workflow-model'],
  'packages/service-runtime': ['outbound', 'postgres-hosts', 'workflow-model'],
  'services/ingress': [
    'apps',
    'file-store',
    'validation',
    'session-store',
    'session-queue',
    'service-runtime',
    'components',
    'component-kit',
    'component-packages',
    'outbound',
    'credentials',
    'placeholder-values',
    'workflow-model',
  ],
  'services/executor': [
    'apps',
    'validation',
    'session-store',
    'session-queue',
    'service-runtime',
    'components',
    'component-kit',
    'component-packages',
    'credentials',
    'expressions',
    'file-store',
    'outbound',
    'sandbox',
    'workflow-model',
  ],
};
/**
 * Layers within packages/session-store/src: a folder, and the other folders that it may import. The kernel has
 * connections, statements, ids, sealed values, the stored forms of JSON, turns of organizations, and migrations.
 */
export const STORE_KERNEL: Record<string, string[]> = {
  postgres: ['generated'],
  ids: [],
  sealing: ['postgres'],
  values: [],
  'fair-turns': ['postgres'],
  migrations: ['postgres'],
};
/** The things that an organization owns. `ENGINE_IMPORTS` has what these folders import of the engine. */
export const STORE_ORGANIZATION: Record<string, string[]> = {
  organization: ['postgres', 'values', 'ids'],
  files: ['postgres', 'ids'],
  triggers: ['generated', 'ids', 'organization', 'postgres'],
  management: ['generated', 'organization', 'postgres', 'values', 'ids', 'sealing', 'triggers'],
  credentials: ['generated', 'organization', 'postgres', 'ids', 'sealing', 'management', 'triggers'],
  apps: ['generated', 'ids', 'management', 'postgres'],
  collections: [
    'generated',
    'files',
    'organization',
    'postgres',
    'values',
    'ids',
    'sealing',
    'management',
    'fair-turns',
  ],
  lookups: ['organization', 'postgres', 'values', 'sealing'],
  requests: ['organization', 'postgres', 'ids'],
  operator: ['generated', 'postgres', 'ids', 'sealing', 'management'],
};
/** The engine: sessions from their acceptance to their deletion. First the SQL that several of its folders share. */
export const STORE_ENGINE: Record<string, string[]> = {
  queued: ['postgres'],
  steps: ['postgres'],
  ends: ['postgres', 'queued', 'ids'],
  deletion: ['ends', 'files', 'postgres', 'queued'],
  acceptance: ['files', 'postgres', 'queued', 'values', 'ids', 'sealing'],
  intake: ['acceptance', 'files', 'postgres', 'queued', 'sealing'],
  sessions: ['deletion', 'ends', 'organization', 'postgres', 'queued', 'steps', 'values', 'ids', 'sealing'],
  failures: ['acceptance', 'ends', 'postgres', 'values', 'ids', 'sessions', 'fair-turns'],
  blocked: ['ids', 'postgres', 'queued'],
  execution: [
    'acceptance',
    'blocked',
    'ends',
    'failures',
    'organization',
    'postgres',
    'queued',
    'sealing',
    'sessions',
    'steps',
    'values',
    'ids',
  ],
  dispatch: ['acceptance', 'blocked', 'ends', 'failures', 'postgres', 'queued', 'ids', 'fair-turns'],
  schedules: ['acceptance', 'ids', 'postgres', 'fair-turns'],
  polls: ['acceptance', 'ids', 'postgres'],
  questions: ['deletion', 'ends', 'execution', 'organization', 'postgres', 'ids', 'sealing'],
  retention: ['acceptance', 'deletion', 'organization', 'postgres', 'steps', 'values', 'ids', 'fair-turns'],
  operations: ['organization', 'postgres', 'queued', 'ids', 'sessions', 'fair-turns'],
  trees: ['deletion', 'ends', 'postgres', 'fair-turns'],
  events: ['organization', 'postgres', 'questions', 'ids', 'sealing', 'sessions', 'fair-turns'],
};

/** The few imports of the engine by folders of an organization. */
export const ENGINE_IMPORTS: { folder: string; imports: string; reason: string }[] = [
  {
    folder: 'management',
    imports: 'queued',
    reason: 'A resume, a new limit and a new pool wake or move the waiting sessions in the same transaction.',
  },
  {
    folder: 'management',
    imports: 'steps',
    reason: 'A changed throttle moves the times of the steps that wait for it, in the same transaction.',
  },
  {
    folder: 'collections',
    imports: 'execution',
    reason: 'A step writes to a collection only while its session has the claim: the type of that claim.',
  },
  {
    folder: 'lookups',
    imports: 'queued',
    reason: 'Replicas poll the admission quotas of the dispatcher in the same statement as the changes.',
  },
  { folder: 'operator', imports: 'queued', reason: 'An operator sees and requeues sessions of all organizations.' },
  { folder: 'operator', imports: 'dispatch', reason: 'The load and stuck sessions count what the dispatcher counts.' },
];

const engineImportsOf = (folder: string): string[] =>
  ENGINE_IMPORTS.filter((allowed) => allowed.folder === folder).map(({ imports }) => imports);

export const STORE_LAYERS: Record<string, string[]> = {
  ...STORE_KERNEL,
  ...Object.fromEntries(
    Object.entries(STORE_ORGANIZATION).map(([folder, allowed]) => [folder, [...allowed, ...engineImportsOf(folder)]]),
  ),
  ...STORE_ENGINE,
};
