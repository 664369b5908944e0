/** One thing that files of some folders must not import, and why. */
export interface ImportRule {
  /** Short name, for the test that plants a violation of each rule. */
  name: string;
  /** Globs that the rule speaks of. */
  files: string[];
  /** Globs within `files` that it does not speak of. */
  except?: string[];
  /** Regular expression over the import specifier. */
  imports: string;
  reason: string;
}

const TESTS = ['**/*.test.ts', '**/*.test.tsx', '**/test/**'];
const SERVER_CODE = ['services/**', 'packages/**'];
const HARNESS = ['packages/test-harness/**', 'packages/local-stack/**'];

/** Layers of docs/internals.md ("Packages"): a folder, and the packages of this repository that it may import. */
export const LAYERS: Record<string, string[]> = {
  'packages/component-catalog': ['workflow-model'],
  'packages/validation': ['component-catalog', 'workflow-model'],
  'packages/postgres-hosts': [],
  'packages/session-store': ['postgres-hosts', 'workflow-model'],
  'packages/session-queue': ['postgres-hosts'],
  'packages/service-runtime': ['postgres-hosts', 'workflow-model'],
  'services/ingress': [
    'validation',
    'session-store',
    'session-queue',
    'service-runtime',
    'component-catalog',
    'workflow-model',
  ],
  'services/executor': [
    'validation',
    'session-store',
    'session-queue',
    'service-runtime',
    'component-catalog',
    'workflow-model',
  ],
};
/** Layers within packages/session-store/src: a folder, and the folders beside it that it may import. */
export const STORE_LAYERS: Record<string, string[]> = {
  postgres: ['generated'],
  rows: ['postgres'],
  intake: ['postgres', 'rows'],
  execution: ['postgres', 'rows'],
  dispatch: ['postgres', 'rows'],
  lookups: ['postgres', 'rows'],
  sessions: ['postgres', 'rows'],
  management: ['generated', 'postgres', 'rows'],
  retention: ['postgres', 'rows'],
  operations: ['postgres', 'rows', 'sessions'],
  events: ['postgres', 'rows', 'sessions'],
  operator: ['generated', 'postgres', 'rows', 'dispatch', 'management'],
  migrations: ['postgres'],
};
const STORE_FOLDERS = [...Object.keys(STORE_LAYERS), 'generated'];

/**
 * Folders of services/ingress/src, and what else of it they may import: folders, `config` and `context`. Parts that the
 * context is made of know no context; routes know it, and only what starts the service knows the list of routes.
 */
export const INGRESS_LAYERS: Record<string, string[]> = {
  errors: [],
  caches: ['config'],
  intake: ['config'],
  limits: ['errors', 'caches', 'config'],
  http: ['errors', 'caches', 'config', 'context'],
  sessions: ['errors', 'http', 'config', 'context'],
  runs: ['errors', 'caches', 'http', 'intake', 'limits', 'sessions', 'context'],
  workflows: ['errors', 'http', 'context'],
  webhooks: ['errors', 'caches', 'http', 'intake', 'limits', 'workflows', 'context'],
  organization: ['errors', 'http', 'context'],
  accounts: ['errors', 'http', 'context'],
  service: ['errors', 'http', 'context'],
  operations: ['errors', 'http', 'sessions', 'context'],
  'event-hooks': ['errors', 'http', 'context'],
  operator: ['accounts', 'errors', 'http', 'context'],
  admin: ['errors', 'http', 'operator', 'config', 'context'],
  console: ['http', 'context'],
};

/**
 * Folders of services/executor/src, and what else of it they may import: folders, `config` and `context`. What runs in
 * a sandbox process is entered by nobody: `sandbox` starts it as a program.
 */
export const EXECUTOR_LAYERS: Record<string, string[]> = {
  failures: [],
  retry: [],
  'in-hand': [],
  sandbox: [],
  sandboxed: ['sandbox', 'expressions'],
  expressions: ['failures', 'sandbox'],
  components: ['failures', 'expressions'],
  session: ['failures', 'retry', 'sandbox', 'expressions', 'components'],
  health: ['retry', 'in-hand'],
  export: [],
  events: ['retry', 'components'],
  dispatcher: ['retry', 'health'],
  background: ['retry', 'health', 'export'],
  runtime: [
    'retry',
    'in-hand',
    'sandbox',
    'components',
    'session',
    'health',
    'dispatcher',
    'background',
    'export',
    'events',
    'config',
    'context',
  ],
};

const SERVICES = ['ingress', 'executor'];
const PACKAGES = [
  'workflow-model',
  'component-catalog',
  'validation',
  'postgres-hosts',
  'session-store',
  'session-queue',
  'service-runtime',
  'console',
  'local-stack',
  'test-harness',
  ...SERVICES,
];

/** Libraries that one folder owns; other code uses the owner's functions. */
const OWNERS: { name: string; imports: string; owners: string[]; reason: string }[] = [
  {
    name: 'express',
    imports: '^express($|/)',
    owners: ['services/ingress/**'],
    reason: 'Only services/ingress speaks HTTP to callers; everything else stays usable without express.',
  },
  {
    name: 'prisma',
    imports: '^(@prisma/|prisma($|/))|/generated/',
    owners: ['packages/session-store/**'],
    reason:
      'packages/session-store alone owns Prisma: others use its named operations, so that each statement has ' +
      'one place.',
  },
  {
    name: 'pg',
    imports: '^pg($|-)',
    owners: ['packages/postgres-hosts/**', 'packages/session-store/**', 'packages/session-queue/**', ...HARNESS],
    reason:
      'SQL lives in packages/session-store (session-queue uses NOTIFY, postgres-hosts asks for a role): others use ' +
      'named operations.',
  },
  {
    name: 'bullmq',
    imports: '^(bullmq|ioredis)($|/)',
    owners: ['packages/session-queue/**', ...HARNESS],
    reason: 'packages/session-queue alone knows bullmq and ioredis, so that both backends stand behind one interface.',
  },
  {
    name: 'ajv',
    imports: '^ajv($|[-/])',
    owners: ['packages/validation/**'],
    reason: 'packages/validation alone compiles JSON Schemas, so that every entry point refuses with the same words.',
  },
  {
    name: 'pino',
    imports: '^pino($|/|-[^h])',
    owners: ['packages/service-runtime/**'],
    reason: 'Loggers are made in packages/service-runtime, where secrets are redacted.',
  },
  {
    name: 'better-auth',
    imports: '^(better-auth|@better-auth)($|/)',
    owners: ['services/ingress/src/accounts/**'],
    reason:
      'Accounts are behind services/ingress/src/accounts; the rest of the service knows callers, not the library.',
  },
  {
    name: 'undici',
    imports: '^undici($|/)',
    owners: ['services/executor/src/components/http/**'],
    reason: 'Requests of workflows leave through services/executor/src/components/http, which guards their addresses.',
  },
  {
    name: 'jsonata',
    imports: '^jsonata($|/)',
    owners: ['packages/validation/**', 'services/executor/src/expressions/**', 'packages/console/src/editor/**'],
    reason:
      'Expressions are parsed in packages/validation, evaluated in services/executor/src/expressions under its ' +
      'limits, and previewed in the editor.',
  },
  {
    name: 'opentelemetry',
    imports: '^@opentelemetry/',
    owners: ['packages/service-runtime/src/tracing/**'],
    reason: 'Spans are made by packages/service-runtime/src/tracing, which loads the library when traces are sent.',
  },
  {
    name: 'pino-http',
    imports: '^pino-http($|/)',
    owners: ['services/ingress/**'],
    reason: 'Only services/ingress has requests to log, and it gives pino-http the logger of packages/service-runtime.',
  },
];

interface ServiceFolders {
  root: string;
  layers: Record<string, string[]>;
  /** Files beside the folders. */
  files: string[];
  order: string;
}
const INGRESS_FOLDERS: ServiceFolders = {
  root: 'services/ingress/src',
  layers: INGRESS_LAYERS,
  files: ['main', 'start-ingress', 'app', 'routes', 'context', 'config'],
  order: 'main → routes → what a route does → http → errors, and the context knows no route',
};
const EXECUTOR_FOLDERS: ServiceFolders = {
  root: 'services/executor/src',
  layers: EXECUTOR_LAYERS,
  files: ['main', 'context', 'config'],
  order: 'runtime → dispatcher → health → in-hand, and runtime → session → components → expressions → sandbox',
};

function serviceLayers({ root, layers, files, order }: ServiceFolders): ImportRule[] {
  return Object.entries(layers).map(([folder, allowed]) => {
    const isForbidden = (name: string): boolean => name !== folder && !allowed.includes(name);
    const otherFolders = Object.keys(layers).filter((name) => isForbidden(name));
    const otherFiles = files.filter((name) => isForbidden(name));
    return {
      name: `layer of ${root}/${folder}`,
      files: [`${root}/${folder}/**`],
      except: TESTS,
      imports: `^(\\.\\./)+(((${otherFolders.join('|')})/)|((${otherFiles.join('|')})\\.ts$))`,
      reason: `${root}/${folder} may import ${allowed.join(', ') || 'nothing else of the service'} only: ${order}.`,
    };
  });
}

const packagesBut = (names: string[]): string[] => PACKAGES.filter((name) => !names.includes(name));
const CONSOLE_MAY_NAME = ['workflow-model', 'component-catalog', 'console', ...SERVICES];

export const IMPORT_RULES: ImportRule[] = [
  {
    name: 'workflow-model imports nothing',
    files: ['packages/workflow-model/**'],
    except: TESTS,
    imports: '^[^.]',
    reason: 'packages/workflow-model imports nothing: pure types and functions that browser and server share.',
  },
  ...Object.entries(LAYERS).map(([folder, allowed]): ImportRule => ({
    name: `layer of ${folder}`,
    files: [`${folder}/**`],
    except: TESTS,
    imports: `^@workflow/(${packagesBut([...allowed, folder.replace(/^.*\//, '')]).join('|')})($|/)`,
    reason:
      `${folder} may import ${allowed.join(', ') || 'none of them'} only: services → {validation, session-store, ` +
      'session-queue, service-runtime} → component-catalog → workflow-model, never upwards, never service to service.',
  })),
  ...Object.entries(STORE_LAYERS).map(([folder, allowed]): ImportRule => ({
    name: `layer of session-store/${folder}`,
    files: [`packages/session-store/src/${folder}/**`],
    except: TESTS,
    imports: `^\\.\\./(${STORE_FOLDERS.filter((name) => !allowed.includes(name)).join('|')})/|^\\.\\./[^/]+$`,
    reason:
      `session-store/src/${folder} may import ${allowed.join(', ') || 'none of the folders beside it'} only: what ` +
      'two readers of the store share stands in rows or postgres, so that neither knows the other.',
  })),
  ...serviceLayers(INGRESS_FOLDERS),
  ...serviceLayers(EXECUTOR_FOLDERS),
  {
    name: 'no service imports a service',
    files: ['services/**', 'packages/**'],
    imports: '^@workflow/(ingress|executor)($|/)|(^|/)services/|(^|/)(ingress|executor)/(src|test)/',
    reason:
      'Nothing imports a service: services share packages, and meet each other in PostgreSQL and the queue alone.',
  },
  {
    name: 'console imports no server package',
    files: ['packages/console/**'],
    imports: `^@workflow/(${packagesBut(CONSOLE_MAY_NAME).join('|')})($|/)`,
    reason:
      'packages/console runs in browsers: it may import workflow-model and component-catalog, and reaches the ' +
      'rest over HTTP.',
  },
  {
    name: 'a package is entered by its index',
    files: SERVER_CODE,
    except: TESTS,
    imports: '^@workflow/[^/]+/.|^(\\.\\./)+[^./][^/]*/src/',
    reason: "A package is entered by its index alone: what is not exported there is nobody else's business.",
  },
  ...OWNERS.map(({ name, imports, owners, reason }): ImportRule => ({
    name: `owner of ${name}`,
    files: SERVER_CODE,
    except: [...owners, ...TESTS],
    imports,
    reason,
  })),
];
