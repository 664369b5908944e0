import { testReaders } from './test-readers.ts';
import { ANSWERS, MAIL_LINES } from './tables/answers.ts';

testReaders('answers of servers', ANSWERS);
testReaders('lines of mails', MAIL_LINES, 'sockets');
