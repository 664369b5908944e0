/** Unit tests stand beside the source, behaviour across services in test/. */
export default {
  testEnvironment: '<rootDir>/packages/test-harness/src/jest/test-file-environment.mjs',
  roots: ['<rootDir>/packages', '<rootDir>/services', '<rootDir>/test'],
  testMatch: ['**/*.test.ts', '**/*.test.tsx'],
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  transform: {
    '^.+\\.tsx?$': [
      '@swc/jest',
      { jsc: { target: 'es2024', parser: { syntax: 'typescript', tsx: true } }, module: { type: 'es6' } },
    ],
  },
  transformIgnorePatterns: ['/node_modules/(?!@workflow/)'],
  testSequencer: '<rootDir>/packages/test-harness/src/jest/slowest-first-sequencer.mjs',
  globalSetup: '<rootDir>/packages/test-harness/src/jest/global-setup.mjs',
  globalTeardown: '<rootDir>/packages/test-harness/src/jest/global-teardown.mjs',
  // A bound for what hangs, far above what any test takes on a loaded machine.
  testTimeout: 120_000,
};
