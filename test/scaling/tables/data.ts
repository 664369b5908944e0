import { readSource } from '../../../packages/apps/src/readers.ts';
import { checkArguments } from '../../../packages/apps/src/schemas/check-arguments.ts';
import type { AppSchema } from '../../../packages/apps/src/snapshot.ts';
import { pathParameter, queryPairs } from '../../../packages/components/src/app-action/http/serialize.ts';
import { convertDate } from '../../../packages/components/src/convert/dates/convert-date.ts';
import { parsePattern } from '../../../packages/components/src/convert/dates/pattern.ts';
import { readXml } from '../../../packages/components/src/convert/formats/read-xml.ts';
import { readBase64, decodeText } from '../../../packages/components/src/convert/decode.ts';
import { dataJob as convert } from '../../../packages/components/src/convert/data-job.ts';
import { readKey } from '../../../packages/components/src/crypto/keys.ts';
import { verifyToken } from '../../../packages/components/src/crypto/tokens.ts';
import { mayRunOnce } from '../../../packages/components/src/database-query/may-run-once.ts';
import { newEntries } from '../../../packages/components/src/feed/new-entries.ts';
import { encodeBody } from '../../../packages/components/src/http-request/encode-body.ts';
import { aggregateItems } from '../../../packages/components/src/list/operations/aggregate.ts';
import { uniqueItems } from '../../../packages/components/src/list/operations/identity.ts';
import { MadeRoom } from '../../../packages/components/src/list/operations/made-room.ts';
import { sortItems } from '../../../packages/components/src/list/operations/order.ts';
import { valueAt } from '../../../packages/components/src/list/operations/paths.ts';
import { refusedHeader } from '../../../packages/components/src/respond/refused-headers.ts';
import { mailAddress } from '@workflow/component-kit/run';
import { readAttachments } from '../../../packages/components/src/send-email/read-attachments.ts';
import { compareVersions } from '../../../packages/components/src/catalog/compare-versions.ts';
import { expressionsOf } from './expressions-of.ts';
import { mayBeReset } from '../../../packages/credentials/src/sql/first-word.ts';
import { placeholdersReadBy } from '../../../packages/expressions/src/evaluation/program-reads.ts';
import { parseExpression, MAX_EXPRESSION_LENGTH } from '../../../packages/expressions/src/parsing/parse-expression.ts';
import { TemplateParser } from '../../../packages/expressions/src/parsing/parse-template.ts';
import { decodeText as decodeTextOfForm } from '../../../packages/placeholder-values/src/headers/decode-text.ts';
import { secretForms } from '../../../packages/validation/src/masking/secret-forms.ts';
import { SecretFinder } from '../../../packages/validation/src/masking/secret-finder.ts';
import { SensitiveValues } from '../../../packages/validation/src/masking/sensitive-values.ts';
import { TurnText } from '../../../services/executor/src/session/turn-text.ts';
import { PartSplitter } from '../../../services/ingress/src/http/bodies/multipart/split-parts.ts';
import { KIB, MEGABYTES, type Reader } from '../reader.ts';

const PLACE = { sessionId: 's', componentId: 'c', turn: 1 };
const OPTIONS = { delimiter: ',', header: true, fromFormat: '', toFormat: '', zone: 'UTC' };
const reads =
  (format: string, more: object = {}) =>
  (text: string) =>
    convert({ from: text, options: { format, direction: 'read', ...OPTIONS, ...more } } as never);
const PARAMETER = { name: 'a', in: 'query', style: 'form', explode: true, allowReserved: true, isJson: false } as const;
const document = (text: string) => readSource({ document: { text, url: null } });
const DATES = ['yyyy-MM-dd', 'EEEE d MMMM yyyy h:mm a', "yyyy-MM-dd'T'HH:mm:ss.SSSXXX VV"];
/** Digests that a feed's position remembers for each of its entries. */
const SEEN = ['a', 'b', 'c', 'd', 'e'];
const AGGREGATES = ['sum', 'average', 'min', 'max', 'join', 'first', 'count'] as const;

const checked = (schema: AppSchema, value: unknown) =>
  checkArguments(schema, value, { find: () => schema, budget: { left: 400_000 }, hasTemplates: true });

/** Schemas of other systems, and the arguments that they check. */
const ARGUMENTS: readonly [name: string, read: (text: string) => unknown][] = [
  ['a text', (text) => checked({ type: 'string', minLength: 1, maxLength: 9, enum: [`${text}!`, text] }, text)],
  ['a name', (text) => checked({ required: [text], properties: { [text]: { enum: [text] } } }, { [text]: 1 })],
  ['a type', (text) => checked({ type: text, enum: [{ [text]: text }] }, { [text]: text })],
  ['a schema and arguments', (text) => checked(JSON.parse(text) as AppSchema, JSON.parse(text))],
  [
    'a schema within itself',
    (text) => checked({ items: { $ref: '#/$defs/A' }, enum: [[]], additionalProperties: false }, JSON.parse(text)),
  ],
];

/** Operations of components on texts of a session. */
export const DATA: readonly Reader[] = [
  ['packages/apps/src/openapi/parse-document.ts', 'a document', 8 * KIB, document],
  [
    'packages/apps/src/openapi/parse-document.ts',
    'texts of a document',
    MEGABYTES,
    (text) =>
      document(
        JSON.stringify({
          openapi: '3.0.0',
          servers: [{ url: text, variables: { [text]: { default: text } } }],
          paths: { [`/${text}`]: { get: { operationId: text, tags: [text], parameters: [{ $ref: `#/${text}` }] } } },
        }),
      ),
  ],
  ...ARGUMENTS.map(([name, read]): Reader => ['packages/apps/src/schemas/check-arguments.ts', name, MEGABYTES, read]),
  [
    'packages/components/src/app-action/http/serialize.ts',
    'a parameter',
    MEGABYTES,
    (text) => [queryPairs(PARAMETER, text), pathParameter({ ...PARAMETER, in: 'path', style: 'simple' }, [text, text])],
  ],
  ...['csv', 'json', 'url', 'xml', 'yaml', 'markdown'].map((format): Reader => [
    `packages/components/src/convert/formats/${format}.ts`,
    'read',
    8 * KIB,
    reads(format),
  ]),
  [
    'packages/components/src/convert/formats/html.ts',
    'read',
    8 * KIB,
    reads('html', { select: [{ key: 'a', selector: 'a b', all: true }] }),
  ],
  ...['csv', 'json', 'url', 'xml', 'yaml'].map((format): Reader => [
    `packages/components/src/convert/formats/${format}.ts`,
    'write',
    MEGABYTES,
    (text) => convert({ from: { a: text }, options: { format, direction: 'write', ...OPTIONS } } as never),
  ]),
  ...DATES.map((fromFormat): Reader => [
    'packages/components/src/convert/dates/read-date.ts',
    fromFormat,
    MEGABYTES,
    (text) => convertDate(text, { fromFormat, toFormat: 'yyyy', zone: 'UTC' }),
  ]),
  [
    'packages/components/src/convert/dates/convert-date.ts',
    'a date without a pattern',
    MEGABYTES,
    (text) => convertDate(text, { fromFormat: '', toFormat: 'yyyy', zone: 'UTC' }),
  ],
  [
    'packages/components/src/convert/dates/convert-date.ts',
    'a zone',
    16 * KIB,
    (zone) => convertDate('2026-07-06T08:30:00Z', { fromFormat: '', toFormat: 'yyyy', zone }),
  ],
  ['packages/components/src/convert/formats/read-xml.ts', 'readXml', 8 * KIB, readXml],
  [
    'packages/components/src/convert/formats/read-xml.ts',
    'an attribute',
    8 * KIB,
    (text) => readXml(`<a b="${text}"/>`),
  ],
  ['packages/components/src/convert/formats/read-xml.ts', 'a declaration', 8 * KIB, (text) => readXml(`<?xml ${text}`)],
  [
    'packages/components/src/convert/formats/read-xml.ts',
    'a document type',
    8 * KIB,
    (text) => readXml(`<!DOCTYPE a [${text}`),
  ],
  [
    'services/ingress/src/http/bodies/multipart/split-parts.ts',
    'lines that begin as a delimiter',
    MEGABYTES,
    (text) => {
      const splitter = new PartSplitter('a');
      const body = Buffer.from(`--a\r\n\r\n${text.replaceAll(/[^]{1,6}/g, '\r\n--a$&')}\r\n--a--\r\n`);
      return [...splitter.push(body), ...splitter.end()];
    },
  ],
  [
    'packages/components/src/feed/new-entries.ts',
    'newEntries',
    16 * KIB,
    (text) => {
      const pieces = text.match(/[^]{1,16}/g) ?? [];
      const entries = pieces.map((piece, index) => ({ id: `${index}${piece}`, otherIds: [`${piece}${index}`] }));
      const seen = pieces.flatMap((_, index) => SEEN.map((letter) => `${letter}${index}`.padEnd(16, letter)));
      return newEntries(entries as never, { seen }, 'existing', 100);
    },
  ],
  ['packages/components/src/convert/dates/pattern.ts', 'parsePattern', 16 * KIB, parsePattern],
  ['packages/components/src/convert/decode.ts', 'readBase64', MEGABYTES, readBase64],
  [
    'packages/components/src/convert/decode.ts',
    'decodeText',
    MEGABYTES,
    (text) => decodeText(Buffer.from(text), 'utf-8'),
  ],
  ['packages/components/src/crypto/keys.ts', 'readKey', 64 * KIB, (text) => readKey(text, 'RS256', 'verify')],
  [
    'packages/components/src/crypto/keys.ts',
    'a PEM',
    64 * KIB,
    (text) => readKey(`-----BEGIN ${text}`, 'RS256', 'verify'),
  ],
  [
    'packages/components/src/crypto/tokens.ts',
    'verifyToken',
    MEGABYTES,
    (text) => verifyToken(text, readKey('k'.repeat(32), 'HS256', 'verify'), { algorithm: 'HS256', nowMs: 0 } as never),
  ],
  ['packages/components/src/database-query/may-run-once.ts', 'mayRunOnce', MEGABYTES, mayRunOnce],
  ...(['json', 'form', 'text', 'multipart'] as const).map((type): Reader => [
    'packages/components/src/http-request/encode-body.ts',
    type,
    MEGABYTES,
    (text) => encodeBody(type === 'form' || type === 'multipart' ? { [text]: text } : text, type, {} as never),
  ]),
  ...AGGREGATES.map((name): Reader => [
    'packages/components/src/list/operations/aggregate.ts',
    name,
    MEGABYTES,
    (text) => aggregateItems([text, text], [{ key: 'a', function: name }] as never, room()),
  ]),
  [
    'packages/components/src/list/operations/identity.ts',
    'uniqueItems',
    MEGABYTES,
    (text) => uniqueItems([text, { [text]: text }], undefined, room()),
  ],
  [
    'packages/components/src/list/operations/order.ts',
    'sortItems',
    MEGABYTES,
    (text) => sortItems([{ a: text }, { a: text }], [{ field: 'a', direction: 'asc' }] as never, room()),
  ],
  ['packages/components/src/list/operations/paths.ts', 'valueAt', 512, (text) => valueAt({ a: 1 }, text)],
  ['packages/components/src/respond/refused-headers.ts', 'refusedHeader', 64 * KIB, refusedHeader],
  [
    'packages/placeholder-values/src/headers/decode-text.ts',
    'a text of a form',
    MEGABYTES,
    (text) => decodeTextOfForm(Buffer.from(text), 'gb18030'),
  ],
  [
    'packages/placeholder-values/src/targets/mail-address.ts',
    'mailAddress',
    MEGABYTES,
    (text) => mailAddress(text, 'to'),
  ],
  [
    'packages/placeholder-values/src/targets/mail-address.ts',
    'of a length that is taken',
    1_300,
    (text) => mailAddress(`a${text.slice(2)}b`, 'to'),
  ],
  [
    'packages/components/src/send-email/read-attachments.ts',
    'base64',
    MEGABYTES,
    (base64) => readAttachments([{ name: 'a', base64 }], {} as never),
  ],
  [
    'packages/components/src/send-email/read-attachments.ts',
    'contentType',
    MEGABYTES,
    (contentType) => readAttachments([{ name: 'a', base64: '', contentType }], {} as never),
  ],
  [
    'packages/components/src/send-email/read-attachments.ts',
    'name',
    MEGABYTES,
    (name) => readAttachments([{ name, base64: '' }], {} as never),
  ],
  [
    'packages/components/src/catalog/compare-versions.ts',
    'compareVersions',
    16 * KIB,
    (text) => compareVersions(text, text),
  ],
  [
    'packages/components/src/catalog/expression-names.ts',
    'in a template',
    MAX_EXPRESSION_LENGTH,
    (text) => expressionsOf(`{{${text}}}`),
  ],
  ['packages/components/src/catalog/expression-names.ts', 'in a text', 64 * KIB, expressionsOf],
  ['packages/credentials/src/sql/first-word.ts', 'mayBeReset', MEGABYTES, mayBeReset],
  ['packages/expressions/src/evaluation/program-reads.ts', 'placeholdersReadBy', MEGABYTES, placeholdersReadBy],
  ['packages/expressions/src/parsing/parse-expression.ts', 'parseExpression', MAX_EXPRESSION_LENGTH, parseExpression],
  [
    'packages/expressions/src/parsing/parse-template.ts',
    'TemplateParser',
    64 * KIB,
    (text) => new TemplateParser().template(text),
  ],
  ['packages/validation/src/masking/secret-forms.ts', 'secretForms', 64 * KIB, secretForms],
  [
    'packages/validation/src/masking/secret-finder.ts',
    'SecretFinder',
    MEGABYTES,
    (text) => masked(['0'.repeat(40), '"\\"'.repeat(9)], text),
  ],
  ['packages/validation/src/masking/secret-finder.ts', 'openText', MEGABYTES, inPieces],
  ['packages/validation/src/masking/secret-finder.ts', 'a long form', 4 * KIB, nearlyInPieces],
  ['packages/validation/src/masking/sensitive-values.ts', 'SensitiveValues', MEGABYTES, (text) => hidden(text)],
  ['services/executor/src/session/turn-text.ts', 'a turn in pieces of 16 characters', MEGABYTES, streamed],
];

/** Reserves as much memory as the largest operation needs. */
function room(): MadeRoom {
  return new MadeRoom({ items: Infinity, bytes: Infinity });
}

function finderOf(secrets: readonly string[]): SecretFinder {
  const finder = new SecretFinder();
  for (const secret of secrets) finder.add(secret);
  return finder;
}

const OPEN_FORMS = ['0'.repeat(4_096), '"\\"'.repeat(999), 'ab'.repeat(2_000)];

function inPieces(text: string): unknown {
  const mask = finderOf(OPEN_FORMS).openText();
  return [...piecesOf(text, 1_024).map((piece) => mask.add(piece)), mask.end()];
}

/** Masks a text that nearly ends like the beginning of a form that is as long. */
function nearlyInPieces(text: string): unknown {
  const half = text.length / 2;
  const finder = finderOf([`${text.slice(0, half)}~${text.slice(0, half)}`]);
  return finder.openText().add(`~${text}`);
}

function piecesOf(text: string, length: number): string[] {
  return Array.from({ length: Math.ceil(text.length / length) }, (_, at) => text.slice(at * length, (at + 1) * length));
}

function streamed(text: string): unknown {
  const hiding = new SensitiveValues();
  for (const form of OPEN_FORMS) hiding.add(form);
  const turn = new TurnText(PLACE, { open: () => hiding.openText(), size: () => hiding.size });
  const taken = piecesOf(text, 16).flatMap((piece) => (turn.add(piece), turn.take()));
  turn.end();
  return [...taken, ...turn.take()];
}

function masked(secrets: string[], text: string): string {
  return finderOf(secrets).mask(text);
}

function hidden(text: string): unknown {
  const values = new SensitiveValues();
  values.addWhole(text.slice(0, 1_000));
  return values.maskText(text);
}
