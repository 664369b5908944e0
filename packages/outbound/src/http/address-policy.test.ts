import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { isAddressAllowed, readAllowedAddresses } from './address-policy.ts';

const nothing = readAllowedAddresses([]);

test.each([
  '127.0.0.1',
  '127.255.255.254',
  '0.0.0.0',
  '10.0.0.1',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '100.127.255.255',
  '192.0.0.1',
  '192.0.2.1',
  '198.18.0.1',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '239.255.255.250',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '[::1]',
  'fe80::1',
  'fe80::1%eth0',
  'fc00::1',
  'fd00:ec2::254',
  'ff02::1',
  '::ffff:127.0.0.1',
  '::ffff:169.254.169.254',
  '::ffff:7f00:1',
  '::ffff:0:127.0.0.1',
  '64:ff9b::7f00:1',
  '2002:7f00:1::',
  '2001:0::1',
  '2001:db8::1',
  '100::1',
  '168.63.129.16',
  '::127.0.0.1',
  '::a9fe:a9fe',
  '64:ff9b:1::7f00:1',
  'fec0::1',
  '3fff::1',
  '5f00::1',
  '4000::1',
  'not an address',
  '',
])('refuses %s', (address) => {
  expect(isAddressAllowed(address, 'example.com', nothing)).toBe(false);
});

test.each(['93.184.216.34', '1.1.1.1', '2606:4700:4700::1111', '::ffff:8.8.8.8'])('allows %s', (address) => {
  expect(isAddressAllowed(address, 'example.com', nothing)).toBe(true);
});

test('allows hosts, addresses and ranges that the operator names', () => {
  const allowed = readAllowedAddresses(['billing.internal', '10.1.0.0/16', '127.0.0.1', 'fd00::/8']);
  expect(isAddressAllowed('192.168.7.7', 'Billing.Internal', allowed)).toBe(true);
  expect(isAddressAllowed('192.168.7.7', 'other.internal', allowed)).toBe(false);
  expect(isAddressAllowed('10.1.2.3', 'x', allowed)).toBe(true);
  expect(isAddressAllowed('10.2.2.3', 'x', allowed)).toBe(false);
  expect(isAddressAllowed('127.0.0.1', 'x', allowed)).toBe(true);
  expect(isAddressAllowed('::ffff:127.0.0.1', 'x', allowed)).toBe(true);
  expect(isAddressAllowed('127.0.0.2', 'x', allowed)).toBe(false);
  expect(isAddressAllowed('fd12::1', 'x', allowed)).toBe(true);
});

test('names the invalid entry of the setting', () => {
  expect(() => readAllowedAddresses(['10.0.0.0/8', 'http://host/'])).toThrow('http://host/');
});

test('refuses every IPv4 address of a private range however it is wrapped in IPv6', () => {
  const octet = fc.integer({ min: 0, max: 255 });
  fc.assert(
    fc.property(fc.constantFrom([10], [127], [192, 168], [169, 254]), octet, octet, octet, (head, b, c, d) => {
      const address = [...head, b, c, d].slice(0, 4).join('.');
      return !isAddressAllowed(address, 'x', nothing) && !isAddressAllowed(`::ffff:${address}`, 'x', nothing);
    }),
  );
});
