import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { LAYERS, STORE_ENGINE, STORE_LAYERS } from './import-layers.ts';
import { OWNERS } from './library-owners.ts';

export { LAYERS, STORE_LAYERS };

/** A module that files of some folders must not import, with the reason. */
export interface ImportRule {
  /** A short name, for the test that plants a violation of each rule. */
  name: string;
  /** Globs of the files to which the rule applies. */
  files: string[];
  /** Globs within `files` to which it does not apply. */
  except?: string[];
  /** A regular expression for the import specifier. */
  imports: string;
  reason: string;
}

const TESTS = ['**/*.test.ts', '**/*.test.tsx', '**/test/**'];
const SERVER_CODE = ['services/**', 'packages/**'];

const STORE_FOLDERS = [...Object.keys(STORE_LAYERS), 'generated'];

/**
 * Folders of services/ingress/src, and the other parts that each may import: folders, `config` and `context`. Parts of
 * the context may not import it, routes may, and only the start of the service imports the list of routes.
 */
export const INGRESS_LAYERS: Record<string, string[]> = {
  errors: [],
  caches: ['config'],
  intake: ['config'],
  limits: ['errors', 'caches', 'config'],
  http: ['errors', 'caches', 'config', 'context', 'ingress-metrics'],
  sessions: ['errors', 'http', 'config', 'context'],
  runs: ['errors', 'caches', 'http', 'intake', 'limits', 'sessions', 'context'],
  workflows: ['errors', 'http', 'context'],
  webhooks: ['errors', 'caches', 'http', 'intake', 'limits', 'workflows', 'context'],
  callbacks: ['errors', 'http', 'context'],
  pages: ['errors', 'caches', 'http', 'webhooks', 'context'],
  approvals: ['errors', 'http', 'callbacks', 'pages', 'context'],
  forms: ['errors', 'caches', 'http', 'intake', 'pages', 'runs', 'webhooks', 'context'],
  chats: ['errors', 'http', 'pages', 'sessions', 'context'],
  mcp: ['accounts', 'apps', 'errors', 'caches', 'credentials', 'http', 'runs', 'sessions', 'workflows', 'context'],
  organization: ['errors', 'http', 'context'],
  credentials: ['errors', 'http', 'config', 'context'],
  files: ['errors', 'http', 'context'],
  tables: ['errors', 'http', 'context'],
  apps: ['errors', 'http', 'workflows', 'context'],
  accounts: ['errors', 'http', 'context'],
  service: ['errors', 'http', 'context'],
  operations: ['errors', 'http', 'sessions', 'context'],
  'event-hooks': ['errors', 'http', 'context'],
  operator: ['accounts', 'errors', 'http', 'context'],
  admin: ['errors', 'http', 'operator', 'config', 'context'],
  console: ['http', 'context'],
};

/**
 * Folders of services/ingress/src/http, and the other folders that each may import. Routes import only the files next
 * to the folders.
 */
export const HTTP_LAYERS: Record<string, string[]> = {
  addresses: [],
  answers: [],
  bodies: ['addresses'],
  shares: ['bodies'],
  telemetry: ['bodies'],
  routing: ['addresses', 'answers', 'bodies', 'server', 'shares'],
  server: ['answers', 'telemetry'],
};

/** Folders of services/ingress/src/accounts, and the other folders that each may import. */
export const ACCOUNTS_LAYERS: Record<string, string[]> = {
  'sign-ins': [],
  oidc: [],
  devices: ['sign-ins'],
  passwords: ['oidc', 'sign-ins'],
  'first-admin': ['passwords'],
  invitations: ['oidc', 'passwords', 'sign-ins'],
  library: ['oidc', 'passwords', 'sign-ins'],
};

/** Folders of packages/expressions/src, and the other parts that each may import. */
export const EXPRESSIONS_LAYERS: Record<string, string[]> = {
  parsing: [],
  evaluation: ['parsing'],
  program: ['evaluation'],
};

/**
 * Folders of packages/sandbox/src, and the other parts that each may import. Code of `inside` runs in sandbox
 * processes.
 */
export const SANDBOX_LAYERS: Record<string, string[]> = {
  slices: [],
  processes: [],
  pool: ['slices', 'processes'],
  inside: ['pool'],
  testing: ['inside', 'pool'],
};

/** Folders of packages/outbound/src, and the other parts that each may import. */
export const OUTBOUND_LAYERS: Record<string, string[]> = {
  'checked-answers': [],
  'library-use': [],
  s3: [],
  http: ['library-use'],
  oauth: ['http'],
  mcp: ['checked-answers', 'http', 'library-use'],
};

/** Folders of services/executor/src, and the other parts that each may import: folders, `config` and `context`. */
export const EXECUTOR_LAYERS: Record<string, string[]> = {
  loops: [],
  capacity: [],
  session: ['loops'],
  health: ['loops', 'capacity'],
  export: [],
  events: ['loops'],
  tokens: ['loops', 'session', 'health', 'config'],
  requests: ['loops', 'session', 'tokens', 'config'],
  polls: ['loops', 'session', 'health'],
  apps: ['loops', 'session'],
  dispatcher: ['loops', 'health'],
  background: ['loops', 'session', 'health', 'export'],
  runtime: [
    'loops',
    'capacity',
    'session',
    'health',
    'dispatcher',
    'background',
    'export',
    'events',
    'apps',
    'polls',
    'requests',
    'tokens',
    'config',
    'context',
  ],
};

/** Folders of packages/console/src, and the other parts that each may import. Parts of pages may not import pages. */
export const CONSOLE_LAYERS: Record<string, string[]> = {
  names: [],
  api: ['names'],
  theme: [],
  ui: ['names', 'api'],
  resources: ['names', 'api', 'ui'],
  editor: ['names', 'api', 'ui', 'resources'],
  features: ['names', 'api', 'ui', 'resources', 'editor'],
  pages: ['names', 'api', 'ui', 'resources', 'editor', 'features'],
  app: ['names', 'api', 'theme', 'ui', 'features', 'pages'],
};
/** Folders of packages/console/src/pages, none of which imports another. */
export const CONSOLE_PAGES = readdirSync(join(import.meta.dirname, '../packages/console/src/pages')).sort();

const PACKAGES = [
  ...Object.keys(LAYERS).map((folder) => folder.replace(/^.*\//, '')),
  'workflow-model',
  'local-stack',
  'test-harness',
];

/** Packages whose `exports` list several entries, so that importing one part does not load the others. */
const SEVERAL_ENTRIES = [
  'apps',
  'expressions',
  'components',
  'component-kit',
  'component-packages',
  'credentials',
  'outbound',
  'sandbox',
  'service-runtime',
];

interface Folders {
  root: string;
  layers: Record<string, string[]>;
  /** Files next to the folders. */
  files: string[];
  order: string;
}
/** Files next to the folders of ingress that only its context and the start of the service import. */
const INGRESS_PARTS = ['open-store', 'open-queue-clients', 'ingress-metrics', 'busiest-organizations'];
const INGRESS_FOLDERS: Folders = {
  root: 'services/ingress/src',
  layers: INGRESS_LAYERS,
  files: ['main', 'run-ingress', 'start-ingress', 'app', 'routes', 'context', 'config', ...INGRESS_PARTS],
  order: 'main → routes → what a route does → http → errors, and the context knows no route',
};
const HTTP_FOLDERS: Folders = {
  root: 'services/ingress/src/http',
  layers: HTTP_LAYERS,
  files: ['register-routes'],
  order: 'register-routes → routing → bodies, answers, shares, addresses',
};
const ACCOUNTS_FOLDERS: Folders = {
  root: 'services/ingress/src/accounts',
  layers: ACCOUNTS_LAYERS,
  files: ['open-accounts', 'routes'],
  order: 'open-accounts → library → passwords → oidc, sign-ins',
};
const EXECUTOR_FOLDERS: Folders = {
  root: 'services/executor/src',
  layers: EXECUTOR_LAYERS,
  files: ['main', 'run-executor', 'context', 'config'],
  order: 'runtime → dispatcher → health → capacity, and runtime → session',
};
const EXPRESSIONS_FOLDERS: Folders = {
  root: 'packages/expressions/src',
  layers: EXPRESSIONS_LAYERS,
  files: ['index', 'parsing', 'evaluating'],
  order: 'program → evaluation → parsing',
};
const SANDBOX_FOLDERS: Folders = {
  root: 'packages/sandbox/src',
  layers: SANDBOX_LAYERS,
  files: ['index', 'protocol'],
  order: 'inside → pool → processes, slices',
};
const OUTBOUND_FOLDERS: Folders = {
  root: 'packages/outbound/src',
  layers: OUTBOUND_LAYERS,
  files: [],
  order: 'oauth → http → library-use, and s3 imports no other folder',
};
const CONSOLE_FOLDERS: Folders = {
  root: 'packages/console/src',
  layers: CONSOLE_LAYERS,
  files: [],
  order: 'app → pages → features → editor → resources → ui → api → names',
};

function foldersOf({ root, layers, files, order }: Folders): ImportRule[] {
  return Object.entries(layers).map(([folder, allowed]) => {
    const isForbidden = (name: string): boolean => name !== folder && !allowed.includes(name);
    const otherFolders = Object.keys(layers).filter((name) => isForbidden(name));
    const otherFiles = files.filter((name) => isForbidden(name));
    return {
      name: `layer of ${root}/${folder}`,
      files: [`${root}/${folder}/**`],
      except: TESTS,
      imports: `^(\\.\\./)+(((${otherFolders.join('|')})/)|((${otherFiles.join('|')})\\.ts$))`,
      reason: `${root}/${folder} may import ${allowed.join(', ') || 'nothing else of it'} only: ${order}.`,
    };
  });
}

const packagesBut = (names: string[]): string[] => PACKAGES.filter((name) => !names.includes(name));
const ENTERED_BY_INDEX = packagesBut(SEVERAL_ENTRIES);

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
      'session-queue, service-runtime} → components → component-kit → {expressions, outbound, placeholder-values} → ' +
      'workflow-model, never upwards, never service to service.',
  })),
  ...Object.entries(STORE_LAYERS).map(([folder, allowed]): ImportRule => ({
    name: `layer of session-store/${folder}`,
    files: [`packages/session-store/src/${folder}/**`],
    except: TESTS,
    imports: `^\\.\\./(${STORE_FOLDERS.filter((name) => !allowed.includes(name)).join('|')})/|^\\.\\./[^/]+$`,
    reason:
      `session-store/src/${folder} may import ${allowed.join(', ') || 'none of the other folders'} only: what ` +
      'two readers of the store share is in a folder below both, so that neither imports the other.',
  })),
  {
    name: 'the engine of session-store uses no Prisma',
    files: Object.keys(STORE_ENGINE).map((folder) => `packages/session-store/src/${folder}/**`),
    except: TESTS,
    imports: '^@prisma/|/generated/|/postgres/prisma-db\\.ts$',
    reason:
      'The engine of session-store runs SQL statements only, through a query function: its transactions and its hot ' +
      'statements use the driver.',
  },
  ...foldersOf(INGRESS_FOLDERS),
  ...foldersOf(HTTP_FOLDERS),
  ...foldersOf(ACCOUNTS_FOLDERS),
  ...foldersOf(EXECUTOR_FOLDERS),
  ...foldersOf(EXPRESSIONS_FOLDERS),
  ...foldersOf(SANDBOX_FOLDERS),
  ...foldersOf(OUTBOUND_FOLDERS),
  ...foldersOf(CONSOLE_FOLDERS),
  ...CONSOLE_PAGES.map((page): ImportRule => ({
    name: `page of the console: ${page}`,
    files: [`packages/console/src/pages/${page}/**`],
    except: TESTS,
    imports: `^(\\.\\./)+(${CONSOLE_PAGES.filter((name) => name !== page).join('|')})/`,
    reason: `packages/console/src/pages/${page} imports no other page: shared parts of pages are in features.`,
  })),
  {
    name: 'no service imports a service',
    files: ['services/**', 'packages/**'],
    imports: '^@workflow/(ingress|executor)($|/)|(^|/)services/|(^|/)(ingress|executor)/(src|test)/',
    reason:
      'Nothing imports a service: services share packages, and meet each other in PostgreSQL and the queue alone.',
  },
  {
    name: 'ui asks no API',
    files: ['packages/console/src/ui/**'],
    imports: '/api/queries/',
    reason: 'packages/console/src/ui shows what it is given. Parts that read or change objects are in resources.',
  },
  {
    name: 'run code of components runs in the executor',
    files: ['services/ingress/**', 'packages/validation/**', 'packages/console/**'],
    except: TESTS,
    imports: '^@workflow/((components|credentials)/runners|component-kit/(run|work|host|testing))$',
    reason: 'Ingress, validation and the console see descriptors of components alone: only the executor runs them.',
  },
  {
    name: 'HTTP requests of components go through the kit',
    files: [
      'packages/components/**',
      'packages/credentials/**',
      'packages/file-store/**',
      'packages/service-runtime/**',
    ],
    except: TESTS,
    imports: '^@workflow/outbound(/oauth)?$',
    reason:
      'The HTTP client is given to run code by component-kit, with the limits of a step; these packages use ' +
      '@workflow/outbound/s3, @workflow/outbound/mcp, @workflow/outbound/checked-answers and ' +
      '@workflow/outbound/library-use alone.',
  },
  {
    name: 'ingress runs nothing of a package',
    files: ['services/ingress/**'],
    except: ['services/ingress/src/admin/**', ...TESTS],
    imports: '^@workflow/component-packages/',
    reason: 'Ingress reads only manifests of packages: executors run their code, and the admin command adds them.',
  },
  {
    name: 'the program of a component process imports only its own files',
    files: ['packages/component-packages/src/inside/**'],
    // Its guard of JSON.parse is there: a component process may read that package too.
    imports: '^@workflow/[^w]|^\\.\\./(manifest|folder)/',
    reason: 'A component process may read its own program and the package: what it imports else is not there.',
  },
  {
    name: 'components import the kit',
    files: ['packages/components/**'],
    except: TESTS,
    imports: '^@workflow/component-kit/(host|testing)$',
    reason: 'A component imports the kit and its run code @workflow/component-kit/run; the host is what runs it.',
  },
  {
    name: 'a package is entered by its index',
    files: SERVER_CODE,
    except: TESTS,
    imports: `^@workflow/(${ENTERED_BY_INDEX.join('|')})/.|^(\\.\\./)+[^./][^/]*/src/`,
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
