import { expect, test } from '@jest/globals';
import { EventStreams } from './event-streams.ts';

const streams = () =>
  new EventStreams({ limit: 8, limitPerOrganization: 4, limitPerNetwork: 2, unsent: undefined as never });

test('visitors from many networks leave a quarter of the places to signed-in callers', () => {
  const open = streams();
  const giveBack = [1, 2, 3].map((network) => open.reserve('o', `192.0.2.${network}`));
  expect(() => open.reserve('o', '192.0.2.4')).toThrow(expect.objectContaining({ code: 'TOO_MANY_REQUESTS' }));
  giveBack.push(open.reserve('o'));
  expect(() => open.reserve('o')).toThrow(expect.objectContaining({ code: 'TOO_MANY_REQUESTS' }));
  giveBack.push(...[1, 2, 3].map((network) => open.reserve('p', `192.0.2.${network}`)));
  expect(() => open.reserve('q', '192.0.2.5')).toThrow(expect.objectContaining({ code: 'TOO_MANY_REQUESTS' }));
  giveBack.push(open.reserve('q'));
  for (const give of giveBack) give();
  expect(open.size).toBe(0);
  open.reserve('o', '192.0.2.1');
});

test('one network has its own limit', () => {
  const open = streams();
  open.reserve('o', '192.0.2.1');
  open.reserve('p', '192.0.2.1');
  expect(() => open.reserve('q', '192.0.2.1')).toThrow(expect.objectContaining({ code: 'TOO_MANY_REQUESTS' }));
});

test('all organizations together have no more streams than a replica may have', () => {
  const open = streams();
  for (const organizationId of ['o', 'p']) for (let count = 0; count < 4; count += 1) open.reserve(organizationId);
  expect(() => open.reserve('q')).toThrow(expect.objectContaining({ code: 'TOO_MANY_REQUESTS' }));
});
