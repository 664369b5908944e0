import { isInstalled, describeInstallation, type OutsideProgram } from './servers/installed-programs.ts';
import { readTestEnvironment } from './test-environment.ts';

interface TestFramework {
  describe: { (name: string, suite: () => void): void; skip(name: string, suite: () => void): void };
  test: (name: string, run: () => void) => void;
}

/**
 * Declares a suite that needs a program or a server. If that is missing, the suite is skipped with a warning, or fails
 * if CI=true, as in `.ci/run`.
 * @param reason what is missing and how to install it: "needs Redis: install redis-server, or set TEST_REDIS_URL"
 */
export function describeWhereThereIs(isThere: boolean, reason: string, name: string, suite: () => void): void {
  const { describe, test } = globalThis as unknown as TestFramework;
  if (isThere) {
    describe(name, suite);
    return;
  }
  if (readTestEnvironment().isCi) {
    describe(name, () =>
      test(reason, () => {
        throw new Error(`"${name}" ${reason}`);
      }),
    );
    return;
  }
  process.stderr.write(`SKIPPED: "${name}" ${reason}\n`);
  describe.skip(name, suite);
}

/** Declares a suite that starts a program of the machine, such as another database system. */
export function describeWithProgram(program: OutsideProgram, name: string, suite: () => void): void {
  describeWhereThereIs(isInstalled(program), describeInstallation(program), name, suite);
}
