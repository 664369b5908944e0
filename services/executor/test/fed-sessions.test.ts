import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { describeEachBackend } from '@workflow/test-harness';
import type { JsonObject } from '@workflow/workflow-model';
import { LARGE_VALUES } from './executor-fixture.ts';
import { openFirstRuns, type FirstRunFixture } from './run-first-fixture.ts';

describeEachBackend('a session of the backlog', (backend) => {
  let fixture: FirstRunFixture;
  beforeEach(async () => {
    fixture = await openFirstRuns(backend);
  });
  afterEach(() => fixture.close());

  test('runs before it is claimed, with its values, and ends', async () => {
    await fixture.startExecutor();
    await fixture.warm();
    const seen: JsonObject[] = [];
    fixture.runsDo(async (_claim, values) => void seen.push(values));
    const placeholderValuesJson = '{"z":1,"a":["ü\\n",null]}';
    const session = await fixture.accept({ placeholderValuesJson, unchangedByJsonb: false });
    await fixture.ended(session);
    expect(fixture.runs.get(session.id)).toEqual({ first: 1, claimed: 0 });
    expect(JSON.stringify(seen)).toBe(`[${placeholderValuesJson}]`);
  });

  test('is claimed first where its values are larger than a job carries', async () => {
    await fixture.startExecutor();
    await fixture.warm();
    const session = await fixture.accept({ placeholderValuesJson: LARGE_VALUES });
    await fixture.ended(session);
    expect(fixture.runs.get(session.id)).toEqual({ first: 0, claimed: 1 });
  });
});
