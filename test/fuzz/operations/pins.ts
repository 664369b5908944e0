import fc from 'fast-check';
import { counts, write, type Pattern } from '../grammar/pattern.ts';
import { jsonTexts, MEGABYTE } from '../grammar/texts.ts';
import { chain, component, textTriggers } from './definitions-of.ts';
import type { Operation } from './operation.ts';

interface PinPlan {
  json: Pattern;
  /** The number of pinned components. The others run. */
  pins: number;
  unknown: number;
  isOnlyThis: boolean;
  times: number;
}

/** TEST runs have pinned outputs of up to a megabyte, and other runs take their pins from those. */
export const pins: Operation<PinPlan> = {
  name: 'pins',
  plans: fc.record({
    json: jsonTexts,
    pins: counts(400),
    unknown: counts(5_000),
    isOnlyThis: fc.boolean(),
    times: counts(8),
  }),
  act: async (plan, hostile) => {
    const [input] = textTriggers();
    const steps = Array.from({ length: plan.pins }, (_, n) =>
      component('transform', { expression: n === 0 ? '1' : `o${n - 1}`, type: 'JSON' }, { output: `o${n}` }),
    );
    const made = await hostile.send('POST', '/v1/workflows', {
      name: 'Pins',
      description: '',
      ...chain(input, ...steps),
    });
    if (made.status !== 201) return;
    const start = `"workflowId":"${String(made.body['id'])}","componentId":"${input.id}","mode":"TEST"`;
    const room = (MEGABYTE - 1_000 - plan.unknown * 50) / plan.pins - 50;
    const json = write(plan.json, room);
    const pinned = steps.map(({ id }) => `"${id}":${json}`);
    const others = Array.from({ length: plan.unknown - 1 }, (_, n) => `"${String(n).padStart(36, '0')}":1`);
    const outputs = [...pinned, ...others].join(',');
    const body = `{${start},"onlyThisComponent":${plan.isOnlyThis},"pinnedOutputs":{${outputs}}}`;
    for (let time = 0; time < plan.times; time += 1) {
      const { body: answer } = await hostile.send('POST', '/v1/workflow/run', body, { prefer: 'wait=5' });
      const session = String(answer['sessionId']);
      await hostile.send('POST', '/v1/workflow/run', `{${start},"pinsFromSession":"${session}"}`, { prefer: 'wait=5' });
    }
  },
};
