import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { parseSync, Visitor } from 'oxc-parser';

const ROOT = join(import.meta.dirname, '..');

/**
 * Files of the services that read the clock of their machine, with the reason why no stored time depends on it. Stored
 * times are written and compared by PostgreSQL's clock: `clock_timestamp()` in a statement, `readNow` where Prisma
 * writes, `readClock`, or `StoreClock` where a statement would be too much. Machines' clocks differ and are set.
 */
const MAY_READ_THE_CLOCK: Record<string, string> = {
  'packages/component-kit/src/testing/run-component.ts': 'tests of components',
  'packages/component-packages/src/inside/run-context.ts': 'the `now` of programs of packages',
  'packages/component-packages/src/record/add-package.ts': 'a note in a file of the package',
  'packages/components/src/convert/dates/convert-date.ts': 'the century of a date with two digits for the year',
  'packages/components/src/feed/run.ts': 'Retry-After of another server as a date',
  'packages/components/src/mail/position.ts': 'how long a notice is shown',
  'packages/outbound/src/oauth/guarded-fetch.ts': 'Retry-After of another server as a date',
  'packages/service-bundles/src/write-bundle.ts': 'files of this machine',
  'packages/service-runtime/src/log-destination.ts': 'the time of a log line',
  'packages/service-runtime/src/warn-of-clock.ts': 'compares the clock of the machine with that of PostgreSQL',
  'packages/session-queue/src/session-producer.ts': 'a mark that is only compared with itself',
  'packages/session-store/src/events/remind-approvals.ts': 'the time in the body of an event',
  'packages/session-store/src/ids/time-ordered-id.ts': 'ids, whose order does not decide what is due',
  'packages/session-store/src/management/audit-log.ts': 'compares ids of entries with each other',
  'packages/session-store/src/management/event-deliveries.ts': 'the time in the body of an event',
  'packages/session-store/src/migrations/new-migration.ts': 'the name of a migration that a developer writes',
  'packages/session-store/src/postgres/store-clock.ts': 'while the clock of PostgreSQL is not known yet',
  'services/executor/src/background/run-file-sweep.ts': 'objects of another store, which are a day old',
  'services/executor/src/runtime/trace-jobs.ts': 'the times of a trace',
  'services/executor/src/session/testing/session-fixture.ts': 'tests of sessions',
  'services/ingress/src/accounts/library/session-authenticator.ts': 'times that the accounts library wrote',
  'services/ingress/src/accounts/library/session-hooks.ts': 'times that the accounts library compares',
  'services/ingress/src/accounts/oidc/issuer-metadata.ts': 'the age of what this process read',
  'services/ingress/src/mcp/authenticate-mcp.ts':
    'the hours since a person signed in, as the accounts library counts them',
  'services/ingress/src/sessions/session-list-watch.ts': 'the age of a change that is not sent yet',
  'services/ingress/src/webhooks/describe-delivery.ts': 'the time at which a delivery arrived, as its workflow sees it',
  'services/ingress/src/webhooks/note-refusal.ts': 'the time of a refusal, as it is shown',
  'services/ingress/src/webhooks/read-delivery.ts': 'the time at which a delivery arrived, as its workflow sees it',
};

const SOURCES = ['services/*/src/**/*.ts', 'packages/*/src/**/*.ts'];
/** Programs that are no service. */
const OTHERS = /^packages\/(console|cli|client|local-stack|test-harness)\/|\.test\.ts$|\/generated\//;

/** Returns true if the program reads the clock: `Date.now()`, `new Date()`, `Date()`, or `Date.now` as a value. */
function readsClock(file: string, text: string): boolean {
  let found = false;
  const isDate = (node: { type: string; name?: string }): boolean => node.type === 'Identifier' && node.name === 'Date';
  new Visitor({
    NewExpression: ({ callee, arguments: given }) => void (found ||= isDate(callee as never) && given.length === 0),
    CallExpression: ({ callee, arguments: given }) => void (found ||= isDate(callee as never) && given.length === 0),
    MemberExpression: ({ object, property }) =>
      void (found ||= isDate(object as never) && (property as { name?: string }).name === 'now'),
  }).visit(parseSync(file, text).program);
  return found;
}

test.each([
  ['Date.now()', true],
  ['const now = Date.now;', true],
  ['f(new Date())', true],
  ['new Date(1)', false],
  ['Date.parse(text)', false],
])('%s: %s', (text, reads) => {
  expect(readsClock('a.ts', text)).toBe(reads);
});

test('only files with a reason read the clock of their machine', () => {
  const readers = globSync(SOURCES, { cwd: ROOT })
    .filter((file) => !OTHERS.test(file))
    .filter((file) => readsClock(file, readFileSync(join(ROOT, file), 'utf8')));
  expect(readers.toSorted()).toEqual(Object.keys(MAY_READ_THE_CLOCK).toSorted());
});
