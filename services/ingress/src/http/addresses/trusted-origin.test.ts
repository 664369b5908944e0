import { expect, test } from '@jest/globals';
import { isFromTrustedOrigin, trustedOrigins } from './trusted-origin.ts';

const publicUrl = 'https://workflows.example.com/base';

test.each([
  [{ origin: 'https://workflows.example.com', host: 'internal:3000' }, true],
  [{ origin: 'http://localhost:3000', host: 'localhost:3000' }, true],
  [{ origin: 'https://localhost:3000', host: 'localhost:3000' }, true],
  [{ origin: 'http://localhost:3001', host: 'localhost:3000' }, false],
  [{ origin: 'https://evil.example', host: 'workflows.example.com' }, false],
  [{ origin: 'https://workflows.example.com.evil.example', host: 'workflows.example.com' }, false],
  [{ origin: 'null', host: 'localhost:3000' }, false],
  [{ origin: 'null', host: 'localhost:3000', 'sec-fetch-site': 'same-origin' }, true],
  [{ host: 'localhost:3000', 'sec-fetch-site': 'same-origin' }, true],
  [{ host: 'localhost:3000', 'sec-fetch-site': 'same-site' }, false],
  [{ host: 'localhost:3000', 'sec-fetch-site': 'none' }, false],
  [{ origin: 'https://evil.example', host: 'localhost:3000', 'sec-fetch-site': 'same-origin' }, false],
  [{ host: 'localhost:3000' }, false],
  [{ origin: 'http://undefined' }, false],
])('%j: %p', (headers, trusted) => {
  expect(isFromTrustedOrigin(publicUrl, headers)).toBe(trusted);
});

test('an invalid host adds no origin', () => {
  expect(trustedOrigins(publicUrl, 'a b')).toEqual(['https://workflows.example.com']);
});
