/** One thing that files of some folders must not import, and why. */
export interface ImportRule {
  /** Short name, for the test that plants a violation of each rule. */
  name: string;
  /** Globs that the rule speaks of. */
  files: string[];
  /** Globs within `files` that it does not speak of. */
  except?: string[];
  /** Regular expression over what stands after `from`. */
  imports: string;
  reason: string;
}

const TESTS = ['**/*.test.ts', '**/*.test.tsx', '**/test/**'];
const SERVER_CODE = ['services/**', 'packages/**'];
const HARNESS = ['packages/test-harness/**', 'packages/local-stack/**'];

/** Layers of docs/internals.md ("Packages"): a folder, and the packages of this repository that it may import. */
const LAYERS: Record<string, string[]> = {
  'packages/component-catalog': ['workflow-model'],
  'packages/validation': ['component-catalog', 'workflow-model'],
  'packages/session-store': ['component-catalog', 'workflow-model'],
  'packages/session-queue': ['component-catalog', 'workflow-model'],
  'packages/service-runtime': ['component-catalog', 'workflow-model'],
  'services/ingress': ['validation', 'session-store', 'session-queue', 'service-runtime', 'component-catalog', 'workflow-model'],
  'services/executor': ['validation', 'session-store', 'session-queue', 'service-runtime', 'component-catalog', 'workflow-model'],
};
const PACKAGES = [
  'workflow-model', 'component-catalog', 'validation', 'session-store', 'session-queue', 'service-runtime', 'console', 'local-stack', 'test-harness', 'ingress', 'executor',
];

/** Libraries that one folder owns; whoever else needs what they do asks the owner. */
const OWNERS: { name: string; imports: string; owners: string[]; reason: string }[] = [
  { name: 'express', imports: '^express($|/)', owners: ['services/ingress/**'], reason: 'Only services/ingress speaks HTTP to callers; everything else stays usable without express.' },
  { name: 'prisma', imports: '^(@prisma/|prisma($|/))|/generated/', owners: ['packages/session-store/**'], reason: 'packages/session-store alone owns Prisma: others use its named operations, so that each statement has one place.' },
  { name: 'pg', imports: '^pg($|-)', owners: ['packages/session-store/**', 'packages/session-queue/**', ...HARNESS], reason: 'SQL lives in packages/session-store (session-queue uses NOTIFY only): others use named operations.' },
  { name: 'bullmq', imports: '^(bullmq|ioredis)($|/)', owners: ['packages/session-queue/**', ...HARNESS], reason: 'packages/session-queue alone knows bullmq and ioredis, so that both backends stand behind one interface.' },
  { name: 'ajv', imports: '^ajv($|[-/])', owners: ['packages/validation/**'], reason: 'packages/validation alone compiles JSON Schemas, so that every entry point refuses with the same words.' },
  { name: 'pino', imports: '^pino($|/|-[^h])', owners: ['packages/service-runtime/**'], reason: 'Loggers are made in packages/service-runtime, where secrets are redacted.' },
  { name: 'pino-http', imports: '^pino-http($|/)', owners: ['services/ingress/**'], reason: 'Only services/ingress has requests to log, and it gives pino-http the logger of packages/service-runtime.' },
];

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
    imports: `^@workflow/(${PACKAGES.filter((name) => !allowed.includes(name) && !folder.endsWith(`/${name}`)).join('|')})($|/)`,
    reason: `${folder} may import ${allowed.join(', ')} only: services → {validation, session-store, session-queue, service-runtime} → component-catalog → workflow-model, never upwards, never service to service.`,
  })),
  {
    name: 'no service imports a service',
    files: ['services/**', 'packages/**'],
    imports: '^@workflow/(ingress|executor)($|/)|(^|/)services/|(^|/)(ingress|executor)/(src|test)/',
    reason: 'Nothing imports a service: services share packages, and meet each other in PostgreSQL and the queue alone.',
  },
  {
    name: 'console imports no server package',
    files: ['packages/console/**'],
    imports: '^@workflow/(validation|session-store|session-queue|service-runtime|local-stack|test-harness)($|/)',
    reason: 'packages/console runs in browsers: it may import workflow-model and component-catalog, and reaches the rest over HTTP.',
  },
  {
    name: 'a package is entered by its index',
    files: SERVER_CODE,
    except: TESTS,
    imports: '^@workflow/[^/]+/.|^(\\.\\./)+[^./][^/]*/src/',
    reason: 'A package is entered by its index alone: what is not exported there is nobody else\'s business.',
  },
  ...OWNERS.map(({ name, imports, owners, reason }): ImportRule => ({
    name: `owner of ${name}`,
    files: SERVER_CODE,
    except: [...owners, ...TESTS],
    imports,
    reason,
  })),
];
