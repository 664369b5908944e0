import { deflateSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { counts, patterns, write, type Pattern } from '../grammar/pattern.ts';
import { jsonTexts, MEGABYTE, texts } from '../grammar/texts.ts';
import { inTurn } from '../hostile.ts';
import { chain, component } from './definitions-of.ts';
import type { Operation } from './operation.ts';

const BOUNDARY = 'b';
const forms = patterns(
  {
    words: ['a=b', '&', '=', 'a', '%41', '%', '+', 'a[b]=c', 'é', '%F0%9F%98%80', '__proto__=1'],
    between: ['&', '=', '', ';'],
    brackets: [['a[', ']=1']],
  },
  MEGABYTE,
);
const parts = patterns(
  {
    words: [
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="a"\r\n\r\nx\r\n`,
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="f"; filename="x"\r\nContent-Type: a/b\r\n\r\n\u0001\r\n`,
      `--${BOUNDARY}\r\n\r\n\r\n`,
      `\r\n--${BOUNDARY}`,
      'X: y\r\n',
      '\r\n',
      '--',
    ],
    between: [''],
    brackets: [],
  },
  MEGABYTE / 10,
);

/** Bodies by their content type. */
const BODIES = {
  'application/json': jsonTexts,
  'application/x-www-form-urlencoded': forms,
  [`multipart/form-data; boundary=${BOUNDARY}`]: parts,
  'text/plain; charset=utf-16le': texts,
  'application/xml': texts,
  'application/octet-stream': texts,
} satisfies Record<string, fc.Arbitrary<Pattern>>;

const ENCODINGS = { identity: (body: Buffer) => body, gzip: gzipSync, deflate: deflateSync };

interface DeliveryPlan {
  contentType: string;
  body: Pattern;
  encoding: keyof typeof ENCODINGS;
  /** Megabytes of the body before it is compressed. */
  megabytes: number;
  header: Pattern;
  query: Pattern;
  config: { keepRawBody?: boolean; deduplicateBy?: string[] };
  times: number;
  atOnce: number;
}

/**
 * Deliveries of webhooks have bodies of every kind up to a megabyte, compression bombs, long headers and long queries.
 */
export const deliveries: Operation<DeliveryPlan> = {
  name: 'deliveries',
  plans: fc.oneof(
    ...Object.entries(BODIES).map(([contentType, body]) =>
      fc.record({
        contentType: fc.constant(contentType),
        body,
        encoding: fc.constantFrom('identity', 'gzip', 'deflate'),
        megabytes: fc.constantFrom(1, 1, 30),
        header: texts,
        query: forms,
        config: fc.constantFrom<DeliveryPlan['config']>(
          {},
          { keepRawBody: true },
          { deduplicateBy: [`body:${'/a'.repeat(100)}`] },
        ),
        times: fc.integer({ min: 1, max: 10 }),
        atOnce: counts(4),
      }),
    ),
  ),
  act: async (plan, hostile) => {
    const webhook = component('webhook', { methods: ['POST'], ...plan.config }, { output: 'w' });
    const parse = component(
      'json-parse',
      { source: '{{ w }}', fields: [{ key: 'body', type: 'JSON', optional: true }] },
      { output: 'p' },
    );
    const id = await hostile.publish(chain(webhook, parse, component('output', { value: '{{ p }}' })));
    if (id === null) return;
    const token = (await hostile.token(id, webhook.id)) ?? '';
    const raw = Buffer.from(write(plan.body, plan.megabytes * MEGABYTE));
    const body = ENCODINGS[plan.encoding](raw).subarray(0, 2 * MEGABYTE);
    const query = encodeURI(write(plan.query, 4_000).toWellFormed()).slice(0, 8_000);
    const headers = {
      token,
      'content-type': plan.contentType,
      'content-encoding': plan.encoding,
      'x-hostile': write(plan.header, 6_000)
        .replaceAll(/[^\u0020-\u007E]/g, 'x')
        .trim(),
    };
    await inTurn(plan.times, plan.atOnce, async () => {
      const { body: answer } = await hostile.send('POST', `/webhook/${id}?${query}`, body, headers);
      await hostile.send('GET', `/webhook/${id}/sessions/${String(answer['sessionId'])}`, undefined, { token });
    });
  },
};
