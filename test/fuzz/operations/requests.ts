import fc from 'fast-check';
import { counts, patterns, write, type Pattern } from '../grammar/pattern.ts';
import { jsonTexts, MEGABYTE, texts } from '../grammar/texts.ts';
import { inTurn } from '../hostile.ts';
import type { Operation } from './operation.ts';

/** Routes of every kind, including those that need no key. */
const ROUTES = [
  ['GET', '/v1/sessions'],
  ['GET', '/v1/workflows'],
  ['GET', '/v1/organization/audit-log'],
  ['GET', '/v1/overview'],
  ['GET', '/v3/api-docs'],
  ['GET', '/v1/component-types'],
  ['POST', '/v1/workflow/run'],
  ['POST', '/v1/workflow/run/batch'],
  ['POST', '/v1/workflows'],
  ['POST', '/v1/sessions/bulk'],
  ['POST', '/v1/organization/api-keys'],
  ['PUT', '/v1/organization/secrets/s'],
  ['PUT', '/v1/organization/throttles/example.com'],
  ['POST', '/v1/organization/event-hooks'],
  ['GET', '/v1/approvals'],
  ['GET', '/v1/schedules'],
  ['GET', '/v1/files/0190f3f2-7c1a-7b6e-8a53-0d4a5b6c7d8e'],
  ['GET', '/approvals/x'],
  ['GET', '/forms/0190f3f2-7c1a-7b6e-8a53-0d4a5b6c7d8e'],
  ['POST', '/callbacks/x'],
  ['POST', '/v1/organization/tables'],
  ['POST', '/v1/organization/credentials'],
  ['POST', '/v1/files'],
  ['POST', '/mcp'],
  ['POST', '/v1/setup'],
  ['POST', '/api/auth/sign-in/email'],
  ['POST', '/webhook/0190f3f2-7c1a-7b6e-8a53-0d4a5b6c7d8e'],
] as const;

const queries = patterns(
  {
    words: [
      'limit=200',
      'status=FAILED',
      'text=a',
      'cursor=x',
      'tag=a',
      'search=%25',
      'text=%5C',
      'a',
      '=',
      '&',
      '%',
      'createdAfter=2026-01-01T00:00:00Z',
      'folder=',
      'text=_',
      'minutes=1440',
      'workflowId=x',
      'label=a',
      'flowKey=a',
      'idempotencyKey=a',
    ],
    between: ['&', '', '='],
    brackets: [['text=%', '']],
  },
  8_000,
);

interface RequestPlan {
  route: (typeof ROUTES)[number];
  body: Pattern;
  query: Pattern;
  headers: Record<string, Pattern>;
  times: number;
}

/** Sends single requests with any body, query and headers, many at the same time. */
export const requests: Operation<RequestPlan> = {
  name: 'requests',
  plans: fc.record({
    route: fc.constantFrom(...ROUTES),
    body: jsonTexts,
    query: queries,
    headers: fc.dictionary(
      fc.constantFrom(
        'origin',
        'prefer',
        'idempotency-key',
        'if-match',
        'accept-encoding',
        'accept',
        'cookie',
        'traceparent',
        'x-request-id',
        'x-forwarded-for',
        'last-event-id',
        'content-type',
        'x-api-key',
      ),
      texts,
      { maxKeys: 2 },
    ),
    times: counts(64),
  }),
  act: async ({ route: [method, path], body, query, headers, times }, hostile) => {
    const search = write(query, 8_000);
    const sent = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [
        name,
        write(value, 4_000)
          .replaceAll(/[^\u0020-\u007E]/g, 'x')
          .trim(),
      ]),
    );
    const text = method === 'GET' ? undefined : write(body, MEGABYTE);
    await inTurn(times, 32, () => hostile.send(method, `${path}?${search}`, text, sent));
  },
};
