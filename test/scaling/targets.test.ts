import { testReaders } from './test-readers.ts';
import { TARGETS } from './tables/targets.ts';

testReaders('targets', TARGETS);
