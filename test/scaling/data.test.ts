import { testReaders } from './test-readers.ts';
import { DATA } from './tables/data.ts';

testReaders('data of sessions', DATA);
