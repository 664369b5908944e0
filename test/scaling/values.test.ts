import { testReaders } from './test-readers.ts';
import { VALUES } from './tables/values.ts';

testReaders('values', VALUES);
