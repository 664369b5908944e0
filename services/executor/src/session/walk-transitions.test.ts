import { describe, expect, test } from '@jest/globals';
import { chain, component } from './testing/session-fixture.ts';
import { committed, inShort, NOW, of, startWalk, woken, type PlanOptions } from './testing/walk-fixture.ts';
import {
  input,
  step,
  effect,
  graph,
  pure,
  oneEffect,
  twoEffects,
  retried,
  parallelDelay,
  failing,
} from './testing/walk-graphs.ts';
import type { WalkEvent } from './walk-events.ts';

/** An event, and the actions that follow it. `at` is the number of milliseconds after the start. */
type Line = [event: WalkEvent, actions: string[], at?: number];

/** The effect `r` begins after the input `in`. */
const effectBegins: Line[] = [
  [woken, ['start in']],
  [of('in').succeeded(), ['start r']],
  [of('r').underWay, []],
  [of('r').effectReady, ['commit in SUCCEEDED, r RUNNING']],
  [committed(1), ['effect r', 'wait 86400000']],
];

const scripts: [name: string, definition: typeof pure, lines: Line[], options?: PlanOptions][] = [
  [
    'nothing is written before the end where nothing has an effect',
    pure,
    [
      [woken, ['start in']],
      [of('in').succeeded(), ['start t']],
      [of('t').succeeded(2), ['start out']],
      [of('out').succeeded(3), ['end succeeded: in SUCCEEDED, t SUCCEEDED, out SUCCEEDED']],
    ],
  ],
  [
    'an effect begins after its commit, and another that depends on it after the commit of its result',
    chain(input, effect('r'), step('t'), effect('s')),
    [
      [woken, ['start in']],
      [of('in').succeeded(), ['start r']],
      [of('r').effectReady, ['commit in SUCCEEDED, r RUNNING']],
      [of('r').underWay, []],
      [committed(1), ['effect r', 'wait 86400000']],
      [of('r').succeeded(), ['commit r SUCCEEDED']],
      [committed(2), ['start t']],
      [of('t').succeeded(), ['start s']],
      [of('s').underWay, []],
      [of('s').effectReady, ['commit t SUCCEEDED, s RUNNING']],
    ],
  ],
  [
    'a result goes with the end where nothing follows but what computes',
    oneEffect,
    [
      ...effectBegins,
      [of('r').succeeded(), ['start after']],
      [of('after').succeeded(), ['end succeeded: r SUCCEEDED, after SUCCEEDED']],
    ],
  ],
  [
    'a result does not wait for what computes for long: it is committed meanwhile, and the end waits for both',
    oneEffect,
    [
      ...effectBegins,
      [of('r').succeeded(), ['start after']],
      [of('after').underWay, ['commit r SUCCEEDED']],
      [of('after').succeeded(), []],
      [committed(2), ['end succeeded: after SUCCEEDED']],
    ],
  ],
  [
    'a result is committed immediately while another branch runs',
    twoEffects,
    [
      [woken, ['start in']],
      [of('in').succeeded(), ['start a']],
      [of('a').underWay, ['start b']],
      [of('b').underWay, []],
      [of('a').effectReady, ['commit in SUCCEEDED, a RUNNING']],
      [committed(1), ['effect a', 'wait 86400000']],
      [of('a').succeeded(), ['commit a SUCCEEDED']],
    ],
  ],
  [
    'a result that is last goes with the end',
    chain(input, effect('r')),
    [...effectBegins, [of('r').succeeded(), ['end succeeded: r SUCCEEDED']]],
  ],
  [
    'branches run side by side, and their join waits for both commits',
    twoEffects,
    [
      [woken, ['start in']],
      [of('in').succeeded(), ['start a']],
      [of('a').underWay, ['start b']],
      [of('b').underWay, []],
      [of('b').effectReady, ['commit in SUCCEEDED, b RUNNING']],
      [of('a').effectReady, ['commit a RUNNING']],
      [committed(2), ['effect a', 'wait 86400000']],
      [committed(1), ['effect b']],
      [of('a').succeeded(), ['commit a SUCCEEDED']],
      [of('b').succeeded(), ['commit b SUCCEEDED']],
      [committed(4), []],
      [committed(3), ['start join']],
    ],
  ],
  [
    'a lost claim ends it, and nothing follows the end',
    oneEffect,
    [
      [woken, ['start in']],
      [of('in').succeeded(), ['start r']],
      [of('r').underWay, []],
      [of('r').effectReady, ['commit in SUCCEEDED, r RUNNING']],
      [committed(1, false), ['end lost']],
      [of('r').succeeded(), []],
      [woken, []],
    ],
  ],
  [
    'a release takes along what no commit was answered for, and cancels what is under way',
    oneEffect,
    [
      [woken, ['start in']],
      [of('in').succeeded(), ['start r']],
      [of('r').underWay, []],
      [of('r').effectReady, ['commit in SUCCEEDED, r RUNNING']],
      [{ kind: 'stopped', outcome: { kind: 'released', steps: [] } }, ['end released: in SUCCEEDED, r CANCELLED']],
      [committed(1), []],
    ],
  ],
  [
    'a failure begins nothing more and cancels what is under way',
    failing,
    [
      [woken, ['start in']],
      [of('in').succeeded(), ['start bad']],
      [of('bad').underWay, ['start never']],
      [of('never').underWay, ['start r']],
      [of('bad').failed(), ['end failed: in SUCCEEDED, bad FAILED, never CANCELLED, r CANCELLED']],
    ],
  ],
  [
    'an error port takes what no try is left for, once it is committed where an effect follows',
    graph([input, effect('r'), step('bad'), effect('e')], 'in>r', 'r.error>bad', 'bad>e'),
    [
      [woken, ['start in']],
      [of('in').succeeded(), ['start r']],
      [of('r').underWay, []],
      [of('r').failed(true), ['commit in SUCCEEDED, r FAILED']],
      [committed(1), ['start bad']],
    ],
  ],
  [
    'a short backoff keeps the session, and the next attempt begins when it is over',
    retried(1),
    [
      [woken, ['start in']],
      [of('in').succeeded(), ['start r']],
      [of('r').underWay, []],
      [of('r').failed(true), ['wait 500']],
      [woken, ['wait 500'], 499],
      [woken, ['start r 2'], 500],
      [of('r').succeeded(), [], 500],
      [of('r', 2).failed(true), ['end failed: in SUCCEEDED, r FAILED, r FAILED'], 501],
    ],
  ],
  [
    'a long backoff frees the slot with a WAITING step of the next attempt',
    retried(20),
    [
      [woken, ['start in']],
      [of('in').succeeded(), ['start r']],
      [of('r').underWay, []],
      [of('r').failed(true), ['end waiting: in SUCCEEDED, r FAILED, r WAITING']],
    ],
  ],
  [
    'what cannot change is not tried again',
    retried(1),
    [
      [woken, ['start in']],
      [of('in').succeeded(), ['start r']],
      [of('r').failed(false), ['end failed: in SUCCEEDED, r FAILED']],
    ],
  ],
  [
    'a wait goes on when due while something else is under way',
    parallelDelay,
    [
      [woken, ['start in']],
      [of('in').succeeded(), ['start wait']],
      [of('wait').waiting(new Date(NOW + 1_000)), ['start r']],
      [of('r').underWay, ['wait 1000']],
      [woken, ['start wait'], 1_000],
      [of('wait').succeeded(), [], 1_000],
      [of('r').succeeded(), ['end succeeded: in SUCCEEDED, wait SUCCEEDED, r SUCCEEDED'], 1_000],
    ],
  ],
  ['a session beyond its deadline begins nothing', pure, [[woken, ['end failed: ']]], { ranMs: 86_400_000 }],
  [
    'an effect is under way until the deadline at the longest',
    oneEffect,
    [
      [woken, ['start in']],
      [of('in').succeeded(), ['start r']],
      [of('r').underWay, []],
      [of('r').effectReady, ['commit in SUCCEEDED, r RUNNING']],
      [committed(1), ['effect r', 'wait 1000']],
      [woken, ['end failed: r CANCELLED'], 1_000],
    ],
    { ranMs: 86_399_000 },
  ],
];

test.each(scripts)('%s', (...[, definition, lines, options]) => {
  const walk = startWalk(definition, options);
  const answers = lines.map(([event, , at = 0]) => {
    walk.nowMs = NOW + at;
    return inShort(walk.apply(event));
  });
  expect(answers).toEqual(lines.map(([, actions]) => actions));
});

describe('outcomes', () => {
  test('take the last output in the order of the definition', () => {
    const outputs = [component('late', 'output'), component('early', 'output')];
    const walk = startWalk(graph([input, ...outputs], 'in>early', 'in>late'));
    walk.apply(woken);
    walk.apply(of('in').succeeded());
    walk.apply(of('late').succeeded('first'));
    expect(walk.apply(of('early').succeeded('second'))).toMatchObject([
      { kind: 'end', outcome: { kind: 'succeeded', output: 'second' } },
    ]);
  });

  test('of waiting name the earliest time, and the children that were seen', () => {
    const delays = ['a', 'b', 'c'].map((id) => component(id, 'delay', { seconds: 1 }));
    const walk = startWalk(graph([input, ...delays], 'in>a', 'in>b', 'in>c'), { childrenFinished: 3 });
    walk.apply(woken);
    walk.apply(of('in').succeeded());
    walk.apply(of('a').waiting(null));
    walk.apply(of('b').waiting(new Date(NOW + 9_000)));
    expect(walk.apply(of('c').waiting(new Date(NOW + 5_000)))).toMatchObject([
      { outcome: { kind: 'waiting', dueAt: new Date(NOW + 5_000), childrenSeen: 3 } },
    ]);
  });

  test('contain all steps, unless some were committed before', () => {
    const simple = startWalk(graph([input, component('out', 'output')], 'in>out'));
    simple.apply(woken);
    simple.apply(of('in').succeeded());
    expect(simple.apply(of('out').succeeded())).toMatchObject([{ outcome: { hasAllSteps: true } }]);

    const resumed = startWalk(graph([input]), {}, []);
    resumed.apply(woken);
    expect(resumed.apply(of('in').succeeded())).toEqual([
      { kind: 'end', outcome: expect.not.objectContaining({ hasAllSteps: true }) },
    ]);

    const withEffect = startWalk(oneEffect);
    const events = [woken, of('in').succeeded(), of('r').effectReady, committed(1), of('r').succeeded()];
    for (const event of events) withEffect.apply(event);
    expect(withEffect.apply(of('after').succeeded())).toEqual([
      { kind: 'end', outcome: expect.not.objectContaining({ hasAllSteps: true }) },
    ]);

    const failed = startWalk(graph([input]));
    failed.apply(woken);
    expect(failed.apply(of('in').failed())).toEqual([
      { kind: 'end', outcome: expect.not.objectContaining({ hasAllSteps: true }) },
    ]);
  });

  test('contain each try once, in its last state', () => {
    const walk = startWalk(parallelDelay);
    walk.apply(woken);
    walk.apply(of('in').succeeded());
    walk.apply(of('wait').waiting(new Date(NOW + 1_000)));
    expect(inShort(walk.apply(of('r').failed()))).toEqual(['end failed: in SUCCEEDED, wait CANCELLED, r FAILED']);
  });

  test('of a deadline name no component', () => {
    const walk = startWalk(pure, { ranMs: 86_400_000 });
    expect(walk.apply(woken)).toMatchObject([
      { outcome: { kind: 'failed', error: { code: 'TIMED_OUT', componentId: null } } },
    ]);
  });
});

describe('placeholders', () => {
  test('are those given, and the outputs so far; a trigger adds none', () => {
    const walk = startWalk(pure, { placeholders: { given: 1 } });
    walk.apply(woken);
    walk.apply(of('in').succeeded({ given: 2 }));
    expect(walk.apply(of('t').succeeded(5))).toMatchObject([{ step: { placeholders: { given: 1, t: 5 } } }]);
  });

  test('contain the error only in its branch', () => {
    const definition = graph([input, step('t'), step('bad'), step('other')], 'in>t', 't.error>bad', 'in>other');
    const walk = startWalk(definition);
    walk.apply(woken);
    walk.apply(of('in').succeeded());
    const [otherActions] = walk.apply(of('t').failed(false, 'X'));
    expect(otherActions).toMatchObject({ step: { componentId: 'other', placeholders: {} } });
    expect(otherActions).not.toHaveProperty('step.placeholders.error');
    expect(walk.apply(of('other').succeeded())).toMatchObject([
      { step: { componentId: 'bad', placeholders: { error: { code: 'X', message: 'no', componentId: 't' } } } },
    ]);
  });
});
