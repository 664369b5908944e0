import { expect, test } from '@jest/globals';
import { mergeClaims, readPerson, readRole, valuesOf } from './read-claims.ts';

test.each([
  [{ groups: ['a', 'b'] }, 'groups', ['a', 'b']],
  [{ groups: 'a' }, 'groups', ['a']],
  [{ realm_access: { roles: ['a'] } }, 'realm_access.roles', ['a']],
  [{ 'https://example.com/roles': ['a'] }, 'https://example.com/roles', ['a']],
  [{ resource_access: { 'my.client': { roles: ['a'] } } }, 'resource_access.my.client.roles', ['a']],
  [{ groups: [['a'], ['b', ['c']]] }, 'groups', ['a', 'b', 'c']],
  [{ groups: [{ name: 'a' }, { name: 'b' }, {}] }, 'groups.name', ['a', 'b']],
  [{ 'a.b': 'own', a: { b: 'nested' } }, 'a.b', ['own']],
  [{ level: 3 }, 'level', ['3']],
  [{ groups: null }, 'groups', []],
  [{ groups: { a: true } }, 'groups', []],
  [{}, 'groups', []],
  [{}, '__proto__.polluted', []],
  [{}, 'constructor.name', []],
  [{ groups: 'a,b' }, 'groups', ['a,b']],
])('%j: the values of %s', (claims, path, values) => {
  expect(valuesOf(claims, path)).toEqual(values);
});

test('an admin value counts before a member value, and part of a value is none', () => {
  const roles = { claim: 'groups', adminValues: ['root'], memberValues: ['staff'] };
  expect(readRole({ groups: ['staff', 'root'] }, roles)).toBe('admin');
  expect(readRole({ groups: ['staff'] }, roles)).toBe('member');
  expect(readRole({ groups: ['Staff', 'staffing', 'roots'] }, roles)).toBeNull();
});

test.each([
  [{ email: 'Ada@Example.com', email_verified: true }, 'ada@example.com', true],
  [{ email: 'ada@example.com', email_verified: 'true' }, 'ada@example.com', true],
  [{ email: 'ada@example.com', email_verified: 'false' }, 'ada@example.com', false],
  [{ email: 'ada@example.com', email_verified: 1 }, 'ada@example.com', false],
  [{ email: 'ada@example.com' }, 'ada@example.com', false],
  [{ email: 'no address', email_verified: true }, null, false],
  [{ email: ['ada@example.com'], email_verified: true }, null, false],
  [{ email_verified: true }, null, false],
])('%j: address and confirmation', (claims, email, emailVerified) => {
  expect(readPerson(claims)).toMatchObject({ email, emailVerified });
});

test.each([
  [{ name: 'Ada King' }, 'Ada King'],
  [{ given_name: 'Ada', family_name: 'King' }, 'Ada King'],
  [{ preferred_username: 'ada' }, 'ada'],
  [{}, 'a'],
  [{ name: '  ' }, 'a'],
  [{ name: 'x'.repeat(300) }, 'x'.repeat(200)],
])('%j: name', (claims, name) => {
  expect(readPerson({ email: 'a@example.com', ...claims }).name).toBe(name);
});

test('an address is not confirmed by a userinfo of another one', () => {
  const token = { sub: '1', email: 'a@example.com' };
  expect(mergeClaims(token, { email: 'b@example.com', email_verified: true })).toMatchObject({
    email: 'a@example.com',
    email_verified: undefined,
  });
  expect(mergeClaims(token, { email: 'A@example.com', email_verified: true })).toMatchObject({ email_verified: true });
  expect(mergeClaims({ sub: '1' }, { email: 'b@example.com', email_verified: true })).toMatchObject({
    email: 'b@example.com',
    email_verified: true,
  });
  expect(
    mergeClaims({ ...token, email_verified: false }, { email: 'a@example.com', email_verified: true }),
  ).toMatchObject({ email_verified: false });
});
