import type { IncomingMessage } from 'node:http';
import { expect, test } from '@jest/globals';
import { StoreOverloadedError } from '@workflow/session-store';
import type { AppContext } from '../context.ts';
import { ApiError } from '../errors/api-error.ts';
import { SIGNATURE_MISSING } from './check-signature.ts';
import { noteRefusal } from './note-refusal.ts';

const message = { headers: {}, socket: { remoteAddress: '192.0.2.7' } } as unknown as IncomingMessage;

test.each([
  ['a failure of PostgreSQL', new Error('connect ECONNREFUSED'), null, ['unavailable', 500]],
  ['an overload', new StoreOverloadedError(), 'hook', ['unavailable', 429]],
  ['a rate limit', new ApiError('TOO_MANY_REQUESTS'), 'hook', ['rate-limit', 429]],
  ['a wrong token', new ApiError('PERMISSION_DENIED'), null, ['token', 403]],
  ['a wrong signature', new ApiError('PERMISSION_DENIED'), 'hook', ['signature', 403]],
  [
    'a missing signature',
    new ApiError('PERMISSION_DENIED', { cause: SIGNATURE_MISSING }),
    'hook',
    ['signature-missing', 403],
  ],
] as const)('notes %s', (_what, error, componentId, expected) => {
  const noted: unknown[] = [];
  const note: AppContext['refusals']['note'] = (_id, reason, { status }) => noted.push([reason, status]);
  const context = { refusals: { note } } as unknown as AppContext;
  noteRefusal(context, { workflowId: 'any', componentId, message }, error);
  expect(noted).toEqual([expected]);
});
