import { createRequire } from 'node:module';
import { join } from 'node:path';

const { default: Sequencer } = createRequire(import.meta.url)('@jest/test-sequencer');
const ROOT = join(import.meta.dirname, '../../../..');
const SLOW_FOLDERS = ['test/chaos/', 'test/console/', 'test/system/', 'services/executor/test/'];

/**
 * Jest knows from its cache which files take long. A fresh clone has no cache: files of the folders whose tests
 * wait for processes and browsers go first, so that the last worker is not left alone with one of them.
 */
export default class SlowestFirstSequencer extends Sequencer {
  sort(tests) {
    const rank = ({ path }) => {
      const folder = SLOW_FOLDERS.findIndex((slow) => path.startsWith(join(ROOT, slow)));
      return folder === -1 ? SLOW_FOLDERS.length : folder;
    };
    return super.sort(tests).toSorted((a, b) => rank(a) - rank(b));
  }
}
