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
 * Imports test files as Node.js does, in the worker's own realm, where Jest loads every module again for each file. A
 * worker so loads the services once, from Node.js's compile cache, and not for each of its hundred files. A module's
 * state is shared by the files of a worker, as by the parts of a service: no module of ours may keep state that one
 * file can disturb for the next.
 */
export default class NativeRuntime extends Runtime {
  async unstable_importModule(path) {
    useTestGlobals(this.requireModuleOrMock(path, '@jest/globals'));
    return import(pathToFileURL(path).href);
  }

  /**
   * Of Jest itself, each file loads again what keeps its tests and hooks, which is the module that Jest asks for by
   * path. What that one needs the worker has loaded once.
   */
  requireInternalModule(from, name) {
    return name === undefined ? super.requireInternalModule(from) : createRequire(from)(name);
  }
}
