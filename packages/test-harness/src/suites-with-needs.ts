import { isInstalled, sayHowToHave, type OutsideProgram } from './servers/installed-programs.ts';
import { readTestEnvironment } from './test-environment.ts';

interface TestFramework {
  describe: { (name: string, suite: () => void): void; skip(name: string, suite: () => void): void };
  test: (name: string, run: () => void) => void;
}

/**
 * A suite that needs something of the machine. Where that is missing it is skipped, loudly; where a skip is a failure
 * (CI=true, as in `.ci/run`) it fails.
 * @param reason what is missing, and how to have it: "needs Redis: install redis-server, or set TEST_REDIS_URL"
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

/** A suite that starts a program of the machine, such as a database of another make. */
export function describeWithProgram(program: OutsideProgram, name: string, suite: () => void): void {
  describeWhereThereIs(isInstalled(program), sayHowToHave(program), name, suite);
}
