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

/** The first two share running systems, which are stopped when the last of them is through. */
const GROUPS = ['test/console/', 'test/', ''];

/**
 * Group by group, and in each the slowest files first, so that the last worker is not left alone with one of them.
 * Jest's cache knows how long a file took; in a fresh clone its folder says it.
 */
export default class SlowestFirstSequencer extends Sequencer {
  sort(tests) {
    return super.sort(tests).toSorted((a, b) => groupOf(a) - groupOf(b) || secondsOf(b) - secondsOf(a));
  }
}

function groupOf({ path }) {
  return GROUPS.findIndex((prefix) => relative(ROOT, path).startsWith(prefix));
}

function secondsOf({ path, duration }) {
  if (duration !== undefined) return duration / 1_000;
  const folder = Object.keys(EXPECTED_SECONDS).find((prefix) => relative(ROOT, path).startsWith(prefix));
  return folder === undefined ? 1 : EXPECTED_SECONDS[folder];
}
