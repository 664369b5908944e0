import { TestEnvironment } from 'jest-environment-node';

/**
 * Fails a test file that did not drop the databases it made: dropping is also when leaked connections are
 * found. It happens here because hooks of a set-up file run before those of the test file.
 */
export default class TestFileEnvironment extends TestEnvironment {
  handleTestEvent(event, state) {
    if (event.name !== 'run_finish') return;
    const leftBehind = this.global.openTestDatabases?.size ?? 0;
    if (leftBehind > 0)
      state.unhandledErrors.push(
        new Error(`The test file did not drop ${leftBehind} test database(s): call drop() in afterAll`),
      );
  }
}
