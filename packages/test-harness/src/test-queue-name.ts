import { randomBytes } from 'node:crypto';

/** Returns a queue name that no other test file uses, for both backends. */
export function testQueueName(): string {
  return `test-${randomBytes(6).toString('hex')}`;
}
