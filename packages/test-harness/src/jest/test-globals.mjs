/** The exports of `@jest/globals` for natively imported files: the bindings of the current test file. */
export let afterAll, afterEach, beforeAll, beforeEach, describe, expect, jest, test;

/** Replaces the bindings. The files of a worker run one after the other, each with its own bindings. */
export function useTestGlobals(globals) {
  ({ afterAll, afterEach, beforeAll, beforeEach, describe, expect, jest, test } = globals);
  // Suites that a package declares need them as globals, because that package also runs outside Jest.
  Object.assign(globalThis, { describe, test });
}
