import { afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { waitFor } from '@workflow/test-harness';
import type { Client } from 'pg';
import { useTestIngress, type TestAnswer } from '../start-test-ingress.ts';
import { query } from './issuer-visits.ts';
import { firstAdmin, invite, type Person } from './people.ts';

const ingress = useTestIngress();
let database: Client;
let ada: Person;
let ben: Person;
let organizationId: string;
let members: { id: string; user_id: string; email: string }[];

beforeAll(async () => {
  ada = await firstAdmin(ingress, 'ada@example.com');
  ben = await invite(ingress, ada, 'ben@example.com', 'admin');
  organizationId = (await ada.request('GET', '/v1/caller')).body.organizationId;
  database = await ingress.connect();
  members = (
    await database.query(
      `SELECT m.id, m.user_id, u.email FROM members m JOIN users u ON u.id = m.user_id WHERE organization_id = $1`,
      [organizationId],
    )
  ).rows;
});

async function makeBothAdmins(): Promise<void> {
  for (const { id, user_id } of members) {
    await database.query(
      `INSERT INTO members (id, organization_id, user_id, role) VALUES ($1, $2, $3, 'admin')
       ON CONFLICT (id) DO UPDATE SET role = 'admin'`,
      [id, organizationId, user_id],
    );
  }
}

beforeEach(makeBothAdmins);

afterEach(() => database.query('ROLLBACK'));

const memberIdOf = ({ email }: Person): string => members.find((member) => member.email === email)!.id;
const library = (person: Person, path: string, body: object): Promise<TestAnswer> =>
  person.request('POST', `/api/auth/organization/${path}`, { ...body, organizationId });

/** Changes that an admin makes to another admin or to themselves. */
const CHANGES = {
  'demotes the other': (by: Person, other: Person) =>
    library(by, 'update-member-role', { memberId: memberIdOf(other), role: 'member' }),
  'removes the other': (by: Person, other: Person) =>
    library(by, 'remove-member', { memberIdOrEmail: memberIdOf(other) }),
  'gives the role up': (by: Person) => library(by, 'update-member-role', { memberId: memberIdOf(by), role: 'member' }),
  leaves: (by: Person) => library(by, 'leave', {}),
};
type Change = keyof typeof CHANGES;

/** Waits until this many statements wait for a lock. */
async function untilWaiting(statements: number): Promise<void> {
  const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  await waitFor(async () => (await query(ingress, waiting)).length >= statements);
}

test.each<[Change, Change]>([
  ['demotes the other', 'demotes the other'],
  ['removes the other', 'removes the other'],
  ['demotes the other', 'removes the other'],
  ['gives the role up', 'gives the role up'],
  ['leaves', 'leaves'],
  ['leaves', 'gives the role up'],
  ['demotes the other', 'leaves'],
])('an organization keeps an admin when one of two %s and the other at the same time %s', async (first, second) => {
  // Both requests have read two admins when they wait for the locks.
  await database.query('BEGIN');
  await database.query('SELECT FROM members WHERE organization_id = $1 FOR UPDATE', [organizationId]);
  // The second change is about another row than the first.
  const sameTarget = first === 'demotes the other' && second === 'leaves';
  const changes = [CHANGES[first](ada, ben), CHANGES[second](sameTarget ? ada : ben, ada)];
  await untilWaiting(2);
  await database.query('COMMIT');
  const answers = await Promise.all(changes);

  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  expect(answers.find(({ status }) => status === 400)!.body.code).toBe(
    'YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER',
  );
  const { rows } = await database.query(`SELECT role FROM members WHERE organization_id = $1 AND role = 'admin'`, [
    organizationId,
  ]);
  expect(rows).toEqual([{ role: 'admin' }]);
});

test('an admin still demotes, removes and leaves while another admin remains', async () => {
  for (const change of Object.keys(CHANGES) as Change[]) {
    await makeBothAdmins();
    const isByBen = change === 'leaves' || change === 'gives the role up';
    expect((await CHANGES[change](isByBen ? ben : ada, ben)).status).toBe(200);
  }
});
