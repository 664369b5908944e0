import { testReaders } from './test-readers.ts';
import { ANSWERS } from './tables/answers.ts';

testReaders('answers of servers', ANSWERS);
