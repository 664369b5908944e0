import fc from 'fast-check';
import type { JsonObject } from '@workflow/workflow-model';
import { counts, patterns, write, type Pattern } from '../grammar/pattern.ts';
import { jsonTexts, MEGABYTE, texts } from '../grammar/texts.ts';
import { inTurn } from '../hostile.ts';
import { chain, component } from './definitions-of.ts';
import type { Operation } from './operation.ts';

/** Texts that look like CSV, XML, HTML, YAML, selectors and dates. */
const documents = patterns(
  {
    words: [
      'a,b',
      '"',
      '\n',
      '<a b="c">x</a>',
      '<!DOCTYPE a [<!ENTITY b "bbbbbbbbbb"><!ENTITY c "&b;&b;&b;&b;">]><a>&c;</a>',
      '<p class="a b">',
      '&lt;&amp;&#x41;',
      '<![CDATA[x]]>',
      '<!-- x -->',
      'a: &a [1, 2]\n',
      'b: *a\n',
      '? - - - x\n',
      '|\n  text\n',
      '2026-01-31T10:20:30Z',
      '**a** _b_ `c` [d](e)',
      '%41',
      'QUJD',
      ';',
      '\t',
      '0',
    ],
    between: ['', ',', '\n', ' '],
    brackets: [
      ['<a>', '</a>'],
      ['<div><p>', ''],
      ['[', ']'],
      ['{a: ', '}'],
      ['- ', ''],
      ['*', '*'],
      ['"', '"'],
    ],
  },
  MEGABYTE,
);

/** Parts of CSS selectors. */
const selectors = patterns(
  {
    words: ['a', '*', '.b', '#c', ':not(a)', ':has(p)', ':nth-child(2n+1)', '[b^="c"]', 'p'],
    between: [' ', ' > ', ' ~ ', ' + ', ', ', ''],
    brackets: [
      [':not(', ')'],
      [':has(', ')'],
      [':is(a, ', ')'],
    ],
  },
  1_000,
);

const CONVERSIONS: readonly JsonObject[] = [
  ...['csv', 'xml', 'json', 'yaml', 'base64', 'url'].flatMap((format) => [
    { format, direction: 'read' },
    { format, direction: 'write', from: '{{ j }}' },
  ]),
  { format: 'csv', header: false, delimiter: ';', as: 'file', name: 'rows.csv', direction: 'write', from: '{{ j }}' },
  { format: 'markdown', direction: 'write' },
  { format: 'date', fromFormat: 'dd.MM.yyyy HH:mm', toFormat: 'http', zone: 'Europe/Berlin' },
];

/** Operations on lists that multiply, compare or search. */
const LISTS: readonly JsonObject[] = [
  { operation: 'filter', expression: '$count(j[$string(item) = $string($)]) > 0' },
  { operation: 'filter', expression: '$match(t, /(a+)+$/)' },
  { operation: 'sort', by: [{ field: 'a' }, { field: 'b.c', direction: 'desc' }] },
  { operation: 'unique' },
  { operation: 'split', field: 'a' },
  { operation: 'group', by: 'a' },
  { operation: 'merge', with: '{{ j }}', by: 'a', keep: 'all' },
  { operation: 'merge', with: '{{ j }}', by: 'a' },
  { operation: 'limit', count: 1_000, from: 'end' },
];

const CRYPTO: readonly JsonObject[] = [
  { operation: 'hash', data: '{{ t }}' },
  { operation: 'hash', data: '{{ j }}', algorithm: 'sha512' },
  { operation: 'random', bytes: 1_024 },
];

interface DataStep {
  type: 'convert' | 'list' | 'crypto';
  config: JsonObject;
}

interface DataStepsPlan {
  step: DataStep | { selector: Pattern };
  text: Pattern;
  json: Pattern;
  times: number;
}

/** Steps read, write, select, join and hash data of up to a megabyte. */
export const dataSteps: Operation<DataStepsPlan> = {
  name: 'steps that convert',
  plans: fc.record({
    step: fc.oneof(
      fc.constantFrom(...CONVERSIONS).map((config) => ({ type: 'convert' as const, config })),
      fc
        .array(fc.constantFrom(...LISTS), { minLength: 1, maxLength: 4 })
        .map((operations) => ({ type: 'list' as const, config: { items: '{{ j }}', operations } })),
      fc.constantFrom(...CRYPTO).map((config) => ({ type: 'crypto' as const, config })),
      selectors.map((selector) => ({ selector })),
    ),
    text: fc.oneof(documents, texts),
    json: jsonTexts,
    times: counts(16),
  }),
  act: async ({ step, text, json, times }, hostile) => {
    const placeholders = [
      { key: 't', type: 'TEXT' },
      { key: 'j', type: 'JSON' },
    ];
    const input = component('input', { placeholders });
    const id = await hostile.publish(chain(input, stepOf(step), component('output', { value: '{{ made }}' })));
    if (id === null) return;
    const t = write(text, MEGABYTE / 2).toWellFormed();
    const values = `{"t":${JSON.stringify(t)},"j":${write(json, MEGABYTE / 3)}}`;
    const body = `{"workflowId":"${id}","componentId":"${input.id}","placeholderValues":${values}}`;
    await inTurn(times, 8, () => hostile.send('POST', '/v1/workflow/run', body, { prefer: 'wait=3' }));
  },
};

function stepOf(step: DataStepsPlan['step']) {
  const { type, config } = 'type' in step ? step : selects(write(step.selector, 1_000));
  return component(type, { ...(type === 'convert' && { from: '{{ t }}' }), ...config }, { output: 'made' });
}

function selects(selector: string): DataStep {
  return { type: 'convert', config: { format: 'html', select: [{ key: 'found', selector, all: true }] } };
}
