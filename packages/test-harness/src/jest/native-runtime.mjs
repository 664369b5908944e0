import { createRequire, registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';
import { useTestGlobals } from './test-globals.mjs';

const { default: Runtime } = createRequire(import.meta.url)('jest-runtime');
const TEST_GLOBALS = new URL('./test-globals.mjs', import.meta.url).href;

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === '@jest/globals'
      ? { url: TEST_GLOBALS, format: 'module', shortCircuit: true }
      : next(specifier, context),
});

/**
 * Imports test files as Node.js does, in the worker's own realm. Jest would load every module again for each file, but
 * this runtime loads the services once per worker, with Node.js's compile cache. The files of a worker therefore share
 * the state of modules, as the parts of a service do. No module may keep state that one test file can change for the
 * next.
 */
export default class NativeRuntime extends Runtime {
  async unstable_importModule(path) {
    useTestGlobals(this.requireModuleOrMock(path, '@jest/globals'));
    return import(pathToFileURL(path).href);
  }

  /**
   * Loads Jest's module with tests and hooks again for each file. Jest requests it by path. Its dependencies are loaded
   * once per worker.
   */
  requireInternalModule(from, name) {
    return name === undefined ? super.requireInternalModule(from) : createRequire(from)(name);
  }
}
