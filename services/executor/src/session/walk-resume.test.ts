import { describe, expect, test } from '@jest/globals';
import type { StepRecord } from '@workflow/session-store';
import { chain, component } from './testing/session-fixture.ts';
import { inShort, NOW, of, startWalk, woken, type PlanOptions } from './testing/walk-fixture.ts';
import { input, step, effect, graph, oneEffect, retried, withErrorPort, type pure } from './testing/walk-graphs.ts';

describe('resuming', () => {
  const done = (componentId: string, more: Partial<StepRecord> = {}): StepRecord => ({
    componentId,
    run: 1,
    iteration: 0,
    attempt: 1,
    status: 'SUCCEEDED',
    port: 'next',
    input: null,
    output: null,
    error: null,
    startedAt: new Date(1),
    finishedAt: new Date(2),
    ...more,
  });
  const waitingFor = (until: Date | null, backoff = false) =>
    done('wait', {
      status: 'WAITING',
      port: null,
      input: { seconds: 1 },
      output: { until: until?.toISOString() ?? null, backoff, children: until === null },
      finishedAt: null,
    });
  const delayed = chain(input, component('wait', 'delay', { seconds: 1 }), step('after'));

  const lines: [string, typeof pure, StepRecord[], string[], PlanOptions?][] = [
    ['goes on behind what succeeded', oneEffect, [done('in'), done('r')], ['start after']],
    ['takes the port that was taken', withErrorPort, [done('in'), done('r', { port: 'next' })], ['start ok']],
    [
      'takes the error port of a failure that was taken',
      withErrorPort,
      [done('in'), done('r', { status: 'FAILED', port: 'error' })],
      ['start bad'],
    ],
    [
      'tries an interrupted effect again',
      oneEffect,
      [done('in'), done('r', { status: 'RUNNING', port: null, finishedAt: null })],
      ['start r 2'],
    ],
    [
      'runs what failed in an earlier run from its first try',
      oneEffect,
      [done('in'), done('r', { status: 'FAILED', port: null, attempt: 3 })],
      ['start r'],
      { run: 2 },
    ],
    ['waits on until when it was due', delayed, [done('in'), waitingFor(new Date(NOW + 7))], ['end waiting: ']],
    [
      'goes on with a wait that is due, by the same try',
      delayed,
      [done('in'), waitingFor(new Date(NOW))],
      ['start wait'],
    ],
    ['looks once at what waits for children', delayed, [done('in'), waitingFor(null)], ['start wait']],
    ['ends when everything has run', oneEffect, [done('in'), done('r'), done('after')], ['end succeeded: ']],
    ['ignores steps that cannot have run', oneEffect, [done('in'), done('after')], ['start r']],
  ];
  test.each(lines)('%s', (...[, definition, steps, actions, options]) => {
    expect(inShort(startWalk(definition, options, steps).apply(woken))).toEqual(actions);
  });

  test('starts all open components side by side, and leaves waiting and dead ones alone', () => {
    const definition = graph(
      [input, effect('b'), component('wait', 'delay', { seconds: 1 }), effect('d'), step('e'), step('f')],
      'in>b',
      'in>wait',
      'in>d',
      'b.error>e',
      'b>f',
    );
    const walk = startWalk(definition, {}, [
      done('in'),
      done('b', { status: 'FAILED', port: 'error' }),
      waitingFor(new Date(NOW + 7)),
      done('d', { status: 'RUNNING', port: null, finishedAt: null }),
    ]);
    expect(inShort(walk.apply(woken))).toEqual(['start d 2']);
    expect(inShort(walk.apply(of('d', 2).underWay))).toEqual(['start e']);
    expect(inShort(walk.apply(of('e').underWay))).toEqual(['wait 7']);
    expect(walk.state.branches.stateOf('f')).toBe('dead');
  });

  test('closes the interrupted try with the next commit', () => {
    const walk = startWalk(oneEffect, {}, [done('in'), done('r', { status: 'RUNNING', port: null, finishedAt: null })]);
    walk.apply(woken);
    walk.apply(of('r', 2).underWay);
    expect(inShort(walk.apply(of('r', 2).effectReady))).toEqual(['commit r CANCELLED, r RUNNING']);
  });

  test('closes every try that was left open', () => {
    const open = (attempt: number) => done('r', { attempt, status: 'RUNNING', port: null, finishedAt: null });
    const walk = startWalk(oneEffect, {}, [done('in'), open(1), open(2)]);
    expect(inShort(walk.apply(woken))).toEqual(['start r 3']);
    walk.apply(of('r', 3).underWay);
    expect(inShort(walk.apply(of('r', 3).effectReady))).toEqual(['commit r CANCELLED, r CANCELLED, r RUNNING']);
  });

  test('continues a waiting step with its input and its start, without a second commit', () => {
    const walk = startWalk(delayed, {}, [done('in'), waitingFor(new Date(NOW))]);
    expect(walk.apply(woken)).toMatchObject([
      { step: { startedAt: new Date(1), waited: { until: new Date(NOW), input: { seconds: 1 } } } },
    ]);
  });

  test('counts the failures of this run, so that tries do not begin again', () => {
    const walk = startWalk(retried(1), {}, [done('in'), done('r', { status: 'FAILED', port: null })]);
    expect(inShort(walk.apply(woken))).toEqual(['start r 2']);
    walk.apply(of('r', 2).underWay);
    expect(inShort(walk.apply(of('r', 2).failed(true)))).toEqual(['end failed: r FAILED']);
  });
});
