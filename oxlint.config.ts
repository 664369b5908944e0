import { defineConfig } from 'oxlint';
import { IMPORT_RULES, type ImportRule } from './scripts/import-rules.ts';

const stemOf = (glob: string): string => glob.replace(/\/\*\*$/, '');

/**
 * `no-restricted-imports` takes one list for each file, and a later override replaces an earlier one. Each combination
 * of rules that some folder needs is therefore written out: one override for each folder, with every rule that applies
 * to it. A folder precedes the folders within it.
 */
const FOLDERS = [
  'packages/api-types',
  'packages/client',
  'packages/cli',
  'packages/workflow-model',
  'packages/placeholder-values',
  'packages/expressions',
  'packages/apps',
  'packages/due-times',
  'packages/outbound',
  'packages/component-kit',
  'packages/components',
  'packages/component-packages',
  'packages/credentials',
  'packages/validation',
  'packages/postgres-hosts',
  'packages/sandbox',
  'packages/session-store',
  'packages/file-store',
  'packages/session-queue',
  'packages/service-runtime',
  'packages/console',
  'packages/service-bundles',
  'packages/local-stack',
  'packages/test-harness',
  'services/ingress',
  'services/executor',
  // Folders within a package follow the package, so that their override is the last one.
  ...new Set(
    IMPORT_RULES.flatMap(({ files, except = [] }) => [...files, ...except].map(stemOf)).filter((folder) =>
      folder.includes('/src/'),
    ),
  ),
];
const TESTS_OF = (folder: string): string[] => [
  `${folder}/**/*.test.ts`,
  `${folder}/**/*.test.tsx`,
  `${folder}/test/**`,
];

const covers = (glob: string, folder: string): boolean => {
  const stem = stemOf(glob);
  return folder === stem || folder.startsWith(`${stem}/`);
};
const speaksOf = (rule: ImportRule, folder: string): boolean =>
  rule.files.some((glob) => covers(glob, folder)) && !(rule.except ?? []).some((glob) => covers(glob, folder));
const leavesTestsAlone = (rule: ImportRule): boolean => (rule.except ?? []).includes('**/*.test.ts');
const restrict = (rules: ImportRule[]) => ({
  'no-restricted-imports': [
    'error',
    { patterns: rules.map(({ imports, reason }) => ({ regex: imports, message: reason })) },
  ] as const,
});

/** Rules of the other categories (restriction, style) that help. */
const SINGLE_RULES = {
  'import/no-duplicates': 'error',
  'no-console': 'error',
  'no-empty': 'error',
  'no-eval': 'error',
  'no-multi-assign': 'error',
  'no-param-reassign': 'error',
  'no-proto': 'error',
  'no-sequences': 'error',
  'no-useless-computed-key': 'error',
  'no-var': 'error',
  'node/no-process-env': 'error',
  'object-shorthand': 'error',
  'prefer-const': 'error',
  'prefer-object-spread': 'error',
  'prefer-rest-params': 'error',
  'prefer-template': 'error',
  'typescript/consistent-type-definitions': 'error',
  'typescript/consistent-type-imports': 'error',
  'typescript/no-dynamic-delete': 'error',
  'typescript/no-explicit-any': 'error',
  'typescript/no-import-type-side-effects': 'error',
  'typescript/no-namespace': 'error',
  'typescript/parameter-properties': 'error',
  'typescript/prefer-for-of': 'error',
  'typescript/prefer-readonly': 'error',
  'typescript/use-unknown-in-catch-callback-variable': 'error',
  'unicorn/error-message': 'error',
  'unicorn/filename-case': ['error', { case: 'kebabCase' }],
  'unicorn/no-array-for-each': 'error',
  'unicorn/prefer-node-protocol': 'error',
  'unicorn/throw-new-error': 'error',
} as const;

/** Files are reviewed at 200 lines and split by 400, tests at 300. A function must fit on one screen. */
const SIZE_LIMITS = {
  complexity: ['error', { max: 20, variant: 'modified' }],
  'import/max-dependencies': ['error', { max: 20 }],
  'max-depth': ['error', { max: 4 }],
  'max-lines': ['error', { max: 400 }],
  'max-lines-per-function': ['error', { max: 80, skipBlankLines: true, skipComments: true }],
  'max-params': ['error', { max: 5 }],
} as const;

const RULES_WITH_OPTIONS = {
  // Cycles of types count: such files cannot be understood separately.
  'import/no-cycle': ['error', { ignoreTypes: false }],
  // `() => set(x)` as a handler and `return answer(…)` as an early end read better than blocks.
  'typescript/no-confusing-void-expression': [
    'error',
    { ignoreArrowShorthand: true, ignoreVoidReturningFunctions: true },
  ],
  // An empty text counts as no value, as in `||`.
  'typescript/prefer-nullish-coalescing': ['error', { ignorePrimitives: { string: true } }],
  // Numbers must be compared, because 0 is a value. Texts, objects and flags may be conditions.
  'typescript/strict-boolean-expressions': ['error', { allowNullableBoolean: true, allowNullableString: true }],
  'typescript/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
  // `() => undefined` shows that there is no result on purpose.
  'unicorn/no-useless-undefined': ['error', { checkArguments: false, checkArrowFunctionBody: false }],
} as const;

/** Rules of the four categories that are off everywhere, each with its reason. */
const RULES_OFF = {
  // JSON of callers and rows is narrowed by schemas, which the compiler does not see.
  'typescript/no-unsafe-type-assertion': 'off',
  // Texts are made of `unknown` values of workflows on purpose.
  'typescript/no-base-to-string': 'off',
  // Methods that do not use `this` are passed as functions.
  'typescript/unbound-method': 'off',
  // Copies of class instances are views of their fields.
  'typescript/no-misused-spread': 'off',
  // Names and ids are sorted by code units, which is what `sort` does.
  'typescript/require-array-sort-compare': 'off',
  // A type parameter that is used once names the type that a caller must give.
  'typescript/no-unnecessary-type-parameters': 'off',
  // A function that may return nothing ends without `return`.
  'typescript/consistent-return': 'off',
  // A template of one value marks a text that is shown.
  'typescript/no-unnecessary-template-expression': 'off',
  // Its suggestions for arguments of generic calls read worse.
  'typescript/no-unnecessary-type-assertion': 'off',
  // It requires `readonly` on nearly every parameter, also on those of libraries' types.
  'typescript/prefer-readonly-parameter-types': 'off',
  // A callback whose value is not used may be one expression.
  'typescript/strict-void-return': 'off',
  'no-promise-executor-return': 'off',
  // `async` on a function without `await` turns errors into rejections, as its interface requires.
  'require-await': 'off',
  'typescript/require-await': 'off',
  // Statements of one connection and steps of one session run one after the other.
  'no-await-in-loop': 'off',
  // The caller needs a copy with one field changed; the original must not change.
  'oxc/no-map-spread': 'off',
  // An inner function may use a name again where the outer one is not meant.
  'no-shadow': 'off',
  // An interface and the function that creates it share a name, as in `AppContext`.
  'no-redeclare': 'off',
  // The compiler knows the parameters of a function that is passed by name.
  'unicorn/no-array-callback-reference': 'off',
  // `__proto__` is a key that callers send.
  'no-underscore-dangle': 'off',
  // Needed for stylesheets, and for modules that set something up.
  'import/no-unassigned-import': 'off',
  // Defaults of CommonJS packages contain their named exports.
  'import/no-named-as-default-member': 'off',
  // The last `then` of a chain returns nothing.
  'promise/always-return': 'off',
  // A small function is next to the lines that use it.
  'unicorn/consistent-function-scoping': 'off',
  // Arrays that were created in the same expression are sorted and reversed in place.
  'unicorn/no-array-sort': 'off',
  'unicorn/no-array-reverse': 'off',
  // `[...map.values()]` is copied before the map changes.
  'unicorn/no-useless-spread': 'off',
  // Loops wait for changes that callbacks make.
  'no-unmodified-loop-condition': 'off',
  // Constructors of validators and workers are called for their effect.
  'no-new': 'off',
  // `export {}` makes a file a module.
  'unicorn/require-module-specifiers': 'off',
  // Patterns here match ASCII.
  'require-unicode-regexp': 'off',
  // Related errors share a file.
  'max-classes-per-file': 'off',
  // Node.js has EventEmitter; EventTarget is the browser's.
  'unicorn/prefer-event-target': 'off',
  // `Number.parseInt` reads the number at the beginning of a longer text.
  'unicorn/prefer-number-coercion': 'off',
  // A list of five names is a list.
  'unicorn/prefer-set-has': 'off',
  // Rows of a form have no key other than their position.
  'react/no-array-index-key': 'off',
  // JSX is compiled to imports automatically.
  'react/react-in-jsx-scope': 'off',
  // Helpers contain the assertions of table tests.
  'jest/expect-expect': 'off',
  // Errors of libraries are asserted by their type.
  'jest/require-to-throw-message': 'off',
  // Tables and properties compute the expected values.
  'jest/no-conditional-in-test': 'off',
} as const;

export default defineConfig({
  ignorePatterns: ['**/generated/**', '**/dist/**', '**/public/**', '**/node_modules/**', 'coverage/**', '.data/**'],
  options: { typeAware: true },
  plugins: ['typescript', 'unicorn', 'oxc', 'import', 'node', 'promise', 'react', 'jest'],
  categories: { correctness: 'error', suspicious: 'error', perf: 'error', pedantic: 'error' },
  rules: {
    ...SINGLE_RULES,
    ...SIZE_LIMITS,
    ...RULES_WITH_OPTIONS,
    ...RULES_OFF,
  },
  overrides: [
    ...FOLDERS.map((folder) => ({
      files: [`${folder}/**`],
      rules: restrict(IMPORT_RULES.filter((rule) => speaksOf(rule, folder))),
    })),
    ...FOLDERS.map((folder) => ({
      files: TESTS_OF(folder),
      rules: restrict(IMPORT_RULES.filter((rule) => speaksOf(rule, folder) && !leavesTestsAlone(rule))),
    })),
    {
      // Only entry points and readers that check variables may read the environment.
      files: [
        '**/main.ts',
        '**/*-main.ts',
        'packages/service-runtime/src/env-reader.ts',
        'packages/test-harness/src/test-environment.ts',
        'packages/local-stack/src/program-environment.ts',
        '**/*.test.ts',
        '**/test/**',
        'test/**',
        'scripts/**',
        '**/scripts/**',
        '**/vite.config.ts',
      ],
      rules: { 'node/no-process-env': 'off' },
    },
    {
      // Programs that people start in a terminal.
      files: [
        'packages/local-stack/**',
        'packages/session-store/src/**/*-main.ts',
        'scripts/**',
        '**/scripts/**',
        'test/bench/**',
        'test/chaos/**',
        'test/fuzz/**',
      ],
      rules: { 'no-console': 'off' },
    },
    {
      // Tests are long, and read HTTP answers of any form.
      files: ['**/*.test.ts', '**/test/**', 'test/**', 'packages/test-harness/**'],
      rules: {
        complexity: ['error', { max: 25, variant: 'modified' }],
        // A fake that records and answers is one expression.
        'no-sequences': 'off',
        // A user with a role, an organization and a session is created in one call.
        'max-params': ['error', { max: 6 }],
        'max-lines-per-function': ['error', { max: 120, skipBlankLines: true, skipComments: true }],
        'typescript/no-unsafe-argument': 'off',
        'typescript/no-unsafe-assignment': 'off',
        'typescript/no-unsafe-call': 'off',
        'typescript/no-unsafe-member-access': 'off',
        'typescript/no-unsafe-return': 'off',
      },
    },
    {
      // Markup reads like a page and contains conditions on values to show.
      files: ['**/*.tsx'],
      rules: {
        'max-lines-per-function': ['error', { max: 100, skipBlankLines: true, skipComments: true }],
        'typescript/strict-boolean-expressions': 'off',
      },
    },
    {
      // Only the console has React hooks; elsewhere a function called `use` is an ordinary function.
      files: [...FOLDERS.filter((folder) => folder !== 'packages/console').map((folder) => `${folder}/**`), 'test/**'],
      rules: { 'react/rules-of-hooks': 'off' },
    },
    {
      // These tests are in one block for each backend or browser, which counts as a function.
      files: [
        'packages/session-queue/src/redis-outage.test.ts',
        'packages/session-queue/src/session-queue.test.ts',
        'services/executor/test/executor.test.ts',
        'test/console/activity.test.ts',
        'test/console/editor.test.ts',
        'test/console/own-account.test.ts',
        'test/console/sessions.test.ts',
      ],
      rules: { 'max-lines-per-function': 'off' },
    },
    {
      // These files connect many parts: the editor and the page of a session, the operations of the management and the
      // store, and the context of ingress.
      files: [
        'services/ingress/src/context.ts',
        'packages/console/src/pages/workflow-editor/editor.tsx',
        'packages/console/src/pages/sessions/session-page.tsx',
        'packages/session-store/src/management/organization-management.ts',
        'packages/session-store/src/open-session-store.ts',
      ],
      rules: { 'import/max-dependencies': ['error', { max: 26 }] },
    },
    {
      // Tables of all functions that read foreign texts.
      files: ['test/scaling/tables/**'],
      rules: { 'import/max-dependencies': 'off' },
    },
    {
      // The lists of all routes and of all faults.
      files: ['services/ingress/src/*/routes.ts', 'test/chaos/faults/index.ts'],
      rules: { 'import/max-dependencies': 'off' },
    },
    {
      // Each function creates one object whose parts are inner functions with shared state.
      files: [
        'packages/session-queue/src/postgres-notifications.ts',
        'packages/session-queue/src/session-consumer.ts',
        'services/executor/src/runtime/take-session.ts',
        'packages/sandbox/src/pool/sandbox-pool.ts',
      ],
      rules: { 'max-lines-per-function': ['error', { max: 125, skipBlankLines: true, skipComments: true }] },
    },
    {
      // Callbacks change the values that these loops read, such as a received signal or the output of a process.
      files: [
        'packages/service-runtime/src/run-service.ts',
        'services/executor/src/loops/repeat.ts',
        'test/system/start-locally.ts',
      ],
      rules: { 'no-loop-func': 'off' },
    },
    {
      // It compares code units at a hundred million places, where a code point could be half of another one.
      files: ['packages/validation/src/masking/secret-finder.ts'],
      rules: { 'unicorn/prefer-code-point': 'off' },
    },
    {
      // Assertions check the parts of a body that a test expects.
      files: [
        'services/ingress/test/start-test-ingress.ts',
        'test/contract/contract-system.ts',
        'test/contract/webhook-deliveries.test.ts',
        'test/cli/cli-lab.ts',
      ],
      rules: { 'typescript/no-explicit-any': 'off' },
    },
    {
      // The React Compiler, which the library of this table does not support, is not used.
      files: ['packages/console/src/pages/sessions/session-table.tsx'],
      rules: { 'react/incompatible-library': 'off' },
    },
    {
      // The name of the option is meant to stand out. `http:` is checked when a credential is created.
      // The low-level server of earlier MCP revisions describes tools by JSON Schema.
      files: ['packages/outbound/src/oauth/oauth-client.ts', 'test/contract/tool-server.ts'],
      rules: { 'typescript/no-deprecated': 'off' },
    },
    {
      // Pages without a secure origin only have `execCommand`.
      files: ['packages/console/src/ui/copy-text.ts'],
      rules: { 'typescript/no-deprecated': 'off' },
    },
    {
      // The port of a worker thread has no origin.
      files: ['services/ingress/test/security/sender-thread.ts'],
      rules: { 'unicorn/require-post-message-target-origin': 'off' },
    },
    {
      // Written by scripts/generate-api-types.ts.
      files: ['packages/api-types/src/operations.ts'],
      rules: { 'max-lines': 'off' },
    },
    {
      // JSONata's own form of an error, which callers convert.
      files: ['packages/expressions/src/evaluation/require-placeholders.ts'],
      rules: { 'no-throw-literal': 'off', 'typescript/only-throw-error': 'off' },
    },
    {
      // The tree of a parsed expression is emptied in place.
      files: ['packages/expressions/src/evaluation/evaluate-expression.ts'],
      rules: { 'typescript/no-dynamic-delete': 'off' },
    },
    {
      // `find` is a method of the matcher, not of an array.
      files: ['packages/expressions/src/evaluation/linear-regex.ts'],
      rules: { 'unicorn/prefer-array-some': 'off' },
    },
  ],
});
