import { flushCompileCache } from 'node:module';
import { relative } from 'node:path';
import { TestEnvironment } from 'jest-environment-node';
import { beginTestFile, endTestFile } from '../loops/test-file-loops.ts';

/**
 * Fails a test file that did not drop the databases it made – dropping is also when leaked connections are found – and
 * one during which the event loop of a service stood still. It happens here because hooks of a set-up file run before
 * those of the test file.
 */
export default class TestFileEnvironment extends TestEnvironment {
  constructor(config, context) {
    super(config, context);
    beginTestFile(relative(config.globalConfig.rootDir, context.testPath));
    // Test files are imported into the worker's realm (native-runtime.mjs): its timers are the ones to fake.
    const FakeTimers = this.fakeTimersModern.constructor;
    this.fakeTimersModern = new FakeTimers({ config: config.projectConfig, global: globalThis });
  }

  /** Jest kills a worker that takes half a second to exit, before it has written what it compiled. */
  async teardown() {
    await super.teardown();
    flushCompileCache();
  }

  async handleTestEvent(event, state) {
    if (event.name !== 'run_finish') return;
    const leftBehind = globalThis.openTestDatabases?.size ?? 0;
    globalThis.openTestDatabases?.clear();
    if (leftBehind > 0)
      state.unhandledErrors.push(
        new Error(`The test file did not drop ${leftBehind} test database(s): call drop() in afterAll`),
      );
    for (const stoodStill of await endTestFile())
      state.unhandledErrors.push(Object.assign(new Error(stoodStill), { stack: stoodStill }));
  }
}
