import { createRequire } from 'node:module';
import { join, relative } from 'node:path';

const { default: Sequencer } = createRequire(import.meta.url)('@jest/test-sequencer');
const ROOT = join(import.meta.dirname, '../../../..');
/** About how long a file of a folder takes, in seconds: more where tests wait for processes and browsers. */
const EXPECTED_SECONDS = {
  'test/chaos/': 90,
  'test/console/': 60,
  'test/system/': 40,
  'services/executor/test/': 30,
  'test/': 20,
  'services/ingress/test/': 10,
};

/** Its files keep the processors busy; those of the others wait for processes and time-outs much of their time. */
const BUSY = 'test/console/';

/** Files that share running systems, which are stopped when the last of them is through. */
const SHARING = 'test/';

/**
 * Busy files and the others side by side from the first to the last. In each lane those that share systems come first,
 * and of them the slowest, so that the last worker is not left alone with one of them. Jest's cache knows how long a
 * file took; in a fresh clone its folder says it.
 */
export default class BalancedSequencer extends Sequencer {
  sort(tests) {
    const sorted = super
      .sort(tests)
      .toSorted((a, b) => isIn(SHARING, b) - isIn(SHARING, a) || secondsOf(b) - secondsOf(a));
    return merge(
      sorted.filter((test) => isIn(BUSY, test)),
      sorted.filter((test) => !isIn(BUSY, test)),
    );
  }
}

/** Both lanes as one, each in its order, so that they are through at about the same time. */
function merge(...lanes) {
  return lanes
    .flatMap((lane) => {
      const seconds = lane.reduce((sum, test) => sum + secondsOf(test), 0);
      let before = 0;
      return lane.map((test) => {
        const place = before / seconds;
        before += secondsOf(test);
        return { test, place };
      });
    })
    .toSorted((a, b) => a.place - b.place)
    .map(({ test }) => test);
}

function secondsOf(test) {
  if (test.duration !== undefined) return test.duration / 1_000;
  const folder = Object.keys(EXPECTED_SECONDS).find((prefix) => isIn(prefix, test));
  return folder === undefined ? 1 : EXPECTED_SECONDS[folder];
}

function isIn(folder, { path }) {
  return relative(ROOT, path).startsWith(folder);
}
