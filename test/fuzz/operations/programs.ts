import fc from 'fast-check';
import { counts, patterns, write, type Pattern } from '../grammar/pattern.ts';
import { jsonTexts, texts } from '../grammar/texts.ts';
import { inTurn } from '../hostile.ts';
import { chain, component, textTriggers } from './definitions-of.ts';
import type { Operation } from './operation.ts';
import { runBodyOf, type SentValues } from './run-bodies.ts';

const MAX_SOURCE = 50_000;

/** JavaScript expressions that a program may return. */
const results = patterns(
  {
    words: [
      't',
      'j',
      '"x".repeat(1e6)',
      '"\\u0001".repeat(3e6)',
      'Array(1e6).fill({})',
      'Array(1e5).fill(t)',
      '1',
      '{}',
      'new Proxy({}, {get(){for(;;);}})',
      '{toJSON(){throw 1}}',
      '/^(a+)+$/.test("a".repeat(40)+"!")',
      'f()',
      '1e400',
      'Array(3e6)',
      '{then(a){a(1)}}',
      '"\\ud800"',
      'new Date(NaN)',
      '10n',
      'placeholders',
    ],
    between: [' + ', ', ', ' && '],
    brackets: [
      ['[', ']'],
      ['{a:', '}'],
      ['JSON.stringify(', ')'],
      ['String(', ')'],
      ['(() => ', ')()'],
      ['[...', ']'],
      ['eval("', '")'],
      ['(', ')'],
      ['Object.assign({}, ', ')'],
    ],
  },
  1_000,
);

interface ProgramPlan extends SentValues {
  before: string;
  result: Pattern;
  /** The number of concurrent sessions. */
  times: number;
}

/** Programs loop, recurse, allocate, throw, forge results, and return values that are large, deep or not JSON. */
export const programs: Operation<ProgramPlan> = {
  name: 'programs',
  plans: fc.record({
    before: fc.constantFrom(
      '',
      'for (;;) {}',
      'throw t;',
      'function f() { return f() + 1 }',
      'const hoard = []; for (;;) hoard.push(new Array(1e5).fill(7));',
      'Object.prototype.then = function (a) { a(1) };',
      'Array.prototype.toJSON = () => t;',
      'throw { get message() { return "x".repeat(1e7) } };',
    ),
    result: results,
    times: counts(8),
    text: texts,
    json: jsonTexts,
  }),
  act: async ({ before, result, times, ...values }, hostile) => {
    const [input] = textTriggers();
    const source = `const {t, j} = placeholders;${before}\nreturn ${write(result, MAX_SOURCE)}`;
    const code = component('code', { source, type: 'JSON' }, { output: 'o', timeoutSeconds: 2 });
    const id = await hostile.publish(chain(input, code, component('output', { value: '{{ o }}' })));
    if (id === null) return;
    const body = runBodyOf(id, input.id, values);
    await inTurn(times, times, () => hostile.send('POST', '/v1/workflow/run', body, { prefer: 'wait=10' }));
  },
};
