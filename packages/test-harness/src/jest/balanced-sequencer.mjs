import { createRequire } from 'node:module';
import { join, relative } from 'node:path';

const { default: Sequencer } = createRequire(import.meta.url)('@jest/test-sequencer');
const ROOT = join(import.meta.dirname, '../../../..');
/** Approximate time of a file of a folder, in seconds. Tests that wait for processes and browsers take longer. */
const EXPECTED_SECONDS = {
  'test/chaos/': 90,
  'test/console/': 60,
  'test/system/': 40,
  'services/executor/test/': 30,
  'test/': 20,
  'services/ingress/test/': 10,
};

/** Files of this folder keep the processors busy. Other files mostly wait for processes and time-outs. */
const BUSY = 'test/console/';

/** Files of this folder share running systems, which are stopped when the last of these files ends. */
const SHARING = 'test/';

/**
 * Orders the test files so that busy files and waiting files run at the same time. In each lane, files that share
 * systems run first, and the slowest of them before the others, so that the last worker does not run one of them alone.
 * The time of a file is taken from Jest's cache, or from its folder in a fresh clone.
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

/** Merges the lanes without changing their order, so that they end at about the same time. */
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
