import { randomBytes } from 'node:crypto';

/** A queue name that no other test file uses, on either backend. */
export function testQueueName(): string {
  return `test-${randomBytes(6).toString('hex')}`;
}
