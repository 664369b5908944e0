/** What `@jest/globals` exports to natively imported files: the bindings of the test file that runs. */
export let afterAll, afterEach, beforeAll, beforeEach, describe, expect, jest, test;

/** Files of a worker run one after the other; each has its own. */
export function useTestGlobals(globals) {
  ({ afterAll, afterEach, beforeAll, beforeEach, describe, expect, jest, test } = globals);
  // For suites that are declared by a package that also runs outside Jest.
  Object.assign(globalThis, { describe, test });
}
