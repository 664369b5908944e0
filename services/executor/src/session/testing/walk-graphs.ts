import { chain, component, connections } from './session-fixture.ts';

export const input = component('in', 'input', { placeholders: [] });
export const step = (id: string, more = {}) =>
  component(id, 'transform', { expression: '1', type: 'NUMBER' }, { output: id, ...more });
export const effect = (id: string, more = {}) => component(id, 'http-request', { url: 'http://server/' }, more);
export const graph = (components: ReturnType<typeof step>[], ...lines: string[]) => ({
  components,
  connections: connections(...lines),
});

export const pure = chain(input, step('t'), component('out', 'output', { value: 1 }));
export const oneEffect = chain(input, effect('r'), step('after'));
export const twoEffects = graph([input, effect('a'), effect('b'), step('join')], 'in>a', 'in>b', 'a>join', 'b>join');
export const retried = (backoffSeconds: number, more = {}) =>
  chain(input, effect('r', { retry: { maxAttempts: 2, backoffSeconds }, ...more }), step('after'));
export const parallelDelay = graph([input, component('wait', 'delay', { seconds: 1 }), effect('r')], 'in>wait', 'in>r');
export const failing = graph([input, step('bad'), step('never'), effect('r')], 'in>r', 'in>bad', 'in>never');
export const withErrorPort = graph([input, effect('r'), step('ok'), step('bad')], 'in>r', 'r>ok', 'r.error>bad');
