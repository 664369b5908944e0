import { describe, expect, test } from '@jest/globals';
import { readTraceContext } from './trace-context.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const PARENT = '00f067aa0ba902b7';
const read = (traceparent: string, tracestate?: string | string[]) => readTraceContext({ traceparent, tracestate });

test('a context is used unchanged', () => {
  const traceparent = `00-${TRACE}-${PARENT}-01`;
  expect(read(traceparent)).toEqual({ traceparent, tracestate: null });
  expect(read(`  ${traceparent} `, 'rojo=1,congo=t61')).toEqual({ traceparent, tracestate: 'rojo=1,congo=t61' });
  expect(read(traceparent, ['rojo=1', 'congo=t61'])?.tracestate).toBe('rojo=1,congo=t61');
});

test('a later version is read as the first, with the one flag that is known', () => {
  expect(read(`cc-${TRACE}-${PARENT}-03-what-comes`)?.traceparent).toBe(`00-${TRACE}-${PARENT}-01`);
  expect(read(`01-${TRACE}-${PARENT}-02`)?.traceparent).toBe(`00-${TRACE}-${PARENT}-00`);
});

test('a tracestate that is too long or no text is dropped alone', () => {
  const traceparent = `00-${TRACE}-${PARENT}-00`;
  for (const state of ['', 'a'.repeat(513), 'a=\u00E9']) expect(read(traceparent, state)?.tracestate).toBeNull();
});

describe('an invalid context is ignored', () => {
  test.each([
    ['no header', undefined],
    ['two headers', `00-${TRACE}-${PARENT}-01, 00-${TRACE}-${PARENT}-01`],
    ['upper case', `00-${TRACE.toUpperCase()}-${PARENT}-01`],
    ['no trace', `00-${'0'.repeat(32)}-${PARENT}-01`],
    ['no parent', `00-${TRACE}-${'0'.repeat(16)}-01`],
    ['the invalid version', `ff-${TRACE}-${PARENT}-01`],
    ['more than the first version has', `00-${TRACE}-${PARENT}-01-more`],
    ['less than a context', `00-${TRACE}-${PARENT}`],
    ['another text', 'trace me'],
  ])('%s', (_what, traceparent) => {
    expect(readTraceContext({ traceparent, tracestate: 'rojo=1' })).toBeNull();
  });
});
