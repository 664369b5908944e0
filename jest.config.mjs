/** Unit tests are next to their source; tests of behaviour across services are in test/. */
export default {
  testEnvironment: '<rootDir>/packages/test-harness/src/jest/test-file-environment.mjs',
  roots: ['<rootDir>/packages', '<rootDir>/services', '<rootDir>/test'],
  testMatch: ['**/*.test.ts'],
  extensionsToTreatAsEsm: ['.ts'],
  transform: {},
  runtime: '<rootDir>/packages/test-harness/src/jest/native-runtime.mjs',
  testSequencer: '<rootDir>/packages/test-harness/src/jest/balanced-sequencer.mjs',
  globalSetup: '<rootDir>/packages/test-harness/src/jest/global-setup.mjs',
  globalTeardown: '<rootDir>/packages/test-harness/src/jest/global-teardown.mjs',
  // A bound for what hangs, far above what any test takes on a loaded machine.
  testTimeout: 300_000,
  // A worker that nothing keeps alive still has to free hundreds of megabytes; only one that leaks is reported.
  workerGracefulExitTimeout: 10_000,
};
