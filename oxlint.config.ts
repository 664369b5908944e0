import { defineConfig } from 'oxlint';
import { IMPORT_RULES, type ImportRule } from './scripts/import-rules.ts';

/**
 * `no-restricted-imports` takes one list for each file, and a later override replaces an earlier one. Each
 * combination of rules that some folder needs is therefore written out: one override for each folder,
 * holding every rule that speaks of it.
 */
const FOLDERS = [
  'packages/workflow-model', 'packages/component-catalog', 'packages/validation', 'packages/session-store', 'packages/session-queue',
  'packages/service-runtime', 'packages/console', 'packages/local-stack', 'packages/test-harness', 'services/ingress', 'services/executor',
];
const TESTS_OF = (folder: string): string[] => [`${folder}/**/*.test.ts`, `${folder}/**/*.test.tsx`, `${folder}/test/**`];

const covers = (glob: string, folder: string): boolean => {
  const stem = glob.replace(/\/\*\*$/, '');
  return folder === stem || folder.startsWith(`${stem}/`);
};
const speaksOf = (rule: ImportRule, folder: string): boolean =>
  rule.files.some((glob) => covers(glob, folder)) && !(rule.except ?? []).some((glob) => covers(glob, folder));
const leavesTestsAlone = (rule: ImportRule): boolean => (rule.except ?? []).includes('**/*.test.ts');
const restrict = (rules: ImportRule[]) => ({
  'no-restricted-imports': ['error', { patterns: rules.map(({ imports, reason }) => ({ regex: imports, message: reason })) }] as const,
});

export default defineConfig({
  ignorePatterns: ['**/generated/**', '**/dist/**', '**/public/**', '**/node_modules/**', 'coverage/**', '.data/**'],
  options: { typeAware: true },
  plugins: ['typescript', 'unicorn', 'oxc', 'import', 'node', 'promise', 'react', 'jest'],
  categories: { correctness: 'error', suspicious: 'error' },
  rules: {
    eqeqeq: 'error',
    'no-console': 'error',
    'no-var': 'error',
    'prefer-const': 'error',
    'node/no-process-env': 'error',
    'import/no-cycle': 'error',
    'typescript/no-explicit-any': 'error',
    'typescript/consistent-type-imports': 'error',
    'typescript/no-namespace': 'error',
    'typescript/parameter-properties': 'error',
    'typescript/no-non-null-assertion': 'off',
    'typescript/no-floating-promises': 'error',
    'typescript/no-misused-promises': 'error',
    'typescript/restrict-template-expressions': 'error',
    // JSON of callers and rows is narrowed by schemas, which the compiler does not see.
    'typescript/no-unsafe-type-assertion': 'off',
    'typescript/no-base-to-string': 'off',
    'typescript/unbound-method': 'off',
    'typescript/no-misused-spread': 'off',
    'typescript/require-array-sort-compare': 'off',
    'typescript/no-unnecessary-type-parameters': 'off',
    'typescript/consistent-return': 'off',
    'typescript/no-unnecessary-template-expression': 'off',
    // Its suggestions for arguments of generic calls read worse.
    'typescript/no-unnecessary-type-assertion': 'off',
    'max-lines': ['error', { max: 400 }],
    // A name may be taken again in an inner function where the outer one is not meant.
    'no-shadow': 'off',
    'no-await-in-loop': 'off',
    'no-underscore-dangle': 'off',
    'import/no-unassigned-import': 'off',
    'import/no-named-as-default-member': 'off',
    'promise/always-return': 'off',
    'unicorn/consistent-function-scoping': 'off',
    'unicorn/no-array-sort': 'off',
    'unicorn/no-array-reverse': 'off',
    'unicorn/no-useless-spread': 'off',
    'jest/expect-expect': 'off',
    'no-unmodified-loop-condition': 'off',
    'no-new': 'off',
    'unicorn/require-module-specifiers': 'off',
    'jest/require-to-throw-message': 'off',
    'react/react-in-jsx-scope': 'off',
  },
  overrides: [
    ...FOLDERS.map((folder) => ({ files: [`${folder}/**`], rules: restrict(IMPORT_RULES.filter((rule) => speaksOf(rule, folder))) })),
    ...FOLDERS.map((folder) => ({
      files: TESTS_OF(folder),
      rules: restrict(IMPORT_RULES.filter((rule) => speaksOf(rule, folder) && !leavesTestsAlone(rule))),
    })),
    {
      // The environment is read where a process begins, and by the readers that check it.
      files: ['**/main.ts', '**/*-main.ts', 'packages/service-runtime/src/env-reader.ts', 'packages/test-harness/src/test-environment.ts', 'packages/local-stack/src/program-environment.ts', '**/*.test.ts', '**/test/**', 'test/**', 'scripts/**', '**/scripts/**', '**/vite.config.ts'],
      rules: { 'node/no-process-env': 'off' },
    },
    {
      // Programs that people start in a terminal.
      files: ['packages/local-stack/**', 'packages/session-store/src/**/*-main.ts', 'scripts/**', '**/scripts/**', 'test/bench/**', 'test/chaos/**'],
      rules: { 'no-console': 'off' },
    },
  ],
});
