import { flushCompileCache } from 'node:module';
import { relative } from 'node:path';
import { TestEnvironment } from 'jest-environment-node';
import { beginTestFile, endTestFile } from '../loops/test-file-loops.ts';

/**
 * Fails a test file that did not drop its databases, which is also how leaked connections are found, and a test file
 * during which the event loop of a service was blocked. The check is here because hooks of a set-up file run before
 * those of the test file.
 */
export default class TestFileEnvironment extends TestEnvironment {
  constructor(config, context) {
    super(config, context);
    beginTestFile(relative(config.globalConfig.rootDir, context.testPath));
    // Test files are imported into the worker's realm (native-runtime.mjs), so the timers of that realm are faked.
    const FakeTimers = this.fakeTimersModern.constructor;
    this.fakeTimersModern = new FakeTimers({ config: config.projectConfig, global: globalThis });
  }

  /** Writes the compile cache now, because Jest kills a worker that takes half a second to exit. */
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
