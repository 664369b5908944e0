import { expect, test } from '@jest/globals';
import { BusiestOrganizations } from './busiest-organizations.ts';

const MINUTE = 60_000;

test('shows the 20 that were busiest lately, with all that was counted for them', () => {
  const busiest = new BusiestOrganizations();
  for (let n = 0; n < 1_000; n += 1) busiest.add('yesterday', 0);
  for (let organization = 0; organization < 25; organization += 1)
    for (let n = 0; n <= organization; n += 1) busiest.add(`organization ${organization}`, 300 * MINUTE);
  const top = busiest.top(300 * MINUTE);
  expect(top).toHaveLength(20);
  expect(top[0]).toEqual({ organizationId: 'organization 24', total: 25 });
  expect(top.map(({ organizationId }) => organizationId)).not.toContain('yesterday');
  busiest.add('yesterday', 300 * MINUTE);
  for (let n = 0; n < 30; n += 1) busiest.add('yesterday', 301 * MINUTE);
  expect(busiest.top(301 * MINUTE)[0]).toEqual({ organizationId: 'yesterday', total: 1_031 });
});

test('forgets the idlest when it knows too many', () => {
  const busiest = new BusiestOrganizations();
  for (let n = 0; n < 5; n += 1) busiest.add('busy', 0);
  for (let organization = 0; organization < 20_000; organization += 1) busiest.add(String(organization), 0);
  expect(busiest.top(0)[0]).toEqual({ organizationId: 'busy', total: 5 });
});
