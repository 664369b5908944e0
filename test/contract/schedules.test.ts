import { expect, test } from '@jest/globals';
import { describeEachBackend, waitFor } from '@workflow/test-harness';
import type { JsonObject } from '@workflow/workflow-model';
import { type Answer, chain, component, output } from './contract-system.ts';
import { useContractSystem } from './use-contract-system.ts';

const EVERY_SECOND = { cron: '* * * * * *' };
/** This schedule is never due while a test runs. */
const YEARLY = { cron: '0 0 1 1 *', timeZone: 'Asia/Kathmandu' };
const KATHMANDU_AHEAD_MS = 5.75 * 3_600_000;

type Rows = Record<string, unknown>[];

describeEachBackend('schedules', (backend) => {
  const system = useContractSystem(backend);

  const ask = (method: string, path: string, body?: object): Promise<Answer> =>
    system.clients[0]!.request(method, path, body);

  async function publish(config: JsonObject, name = 'Scheduled') {
    const schedule = component('schedule', config, { output: 'scheduledFor', name: 'Every so often' });
    const workflowId = await system.api.publish(name, chain(schedule, output('{{ scheduledFor }}')));
    return {
      workflowId,
      componentId: schedule.id,
      post: (what: string) => ask('POST', `/v1/workflows/${workflowId}/${what}`),
      sessions: async () => (await ask('GET', `/v1/sessions?workflowId=${workflowId}`)).body.items as Rows,
      view: async () => (await ask('GET', `/v1/workflows/${workflowId}/components/${schedule.id}`)).body,
      listed: async () => {
        const { body } = await ask('GET', '/v1/schedules?limit=200');
        return (body.items as Rows).find((item) => item['workflowId'] === workflowId);
      },
    };
  }

  test('starts a session at each due time, and at none after it was unpublished', async () => {
    const schedule = await publish(EVERY_SECOND);
    const ended = async () => (await schedule.sessions()).filter(({ status }) => status === 'SUCCEEDED');
    await waitFor(async () => (await ended()).length >= 2);
    expect((await schedule.post('unpublish')).status).toBe(200);
    const sessions = await schedule.sessions();
    const dueTimes = sessions.map(({ placeholderValues }) => (placeholderValues as JsonObject)['scheduledFor']);
    expect(new Set(dueTimes).size).toBe(sessions.length);
    for (const each of sessions)
      expect(each).toMatchObject({ trigger: 'SCHEDULE', mode: 'PROD', workflowVersion: 1, parentId: null });
    const { nextDueTimes, lastDueTimes } = await schedule.view();
    expect(nextDueTimes).toEqual([]);
    const started = (lastDueTimes as Rows).filter(({ status }) => status === 'started');
    expect(started.map(({ sessionId }) => sessionId).sort()).toEqual(sessions.map(({ id }) => id).sort());
    expect(await schedule.listed()).toBeUndefined();
    for (const { output: result, placeholderValues } of await ended())
      expect(result).toBe((placeholderValues as JsonObject)['scheduledFor']);
  });

  test('lists what is published, with its next due time, until it is paused', async () => {
    const schedule = await publish(YEARLY, 'New Year');
    const year = new Date(Date.now() + KATHMANDU_AHEAD_MS).getUTCFullYear();
    const { nextDueTimes, lastDueTimes } = await schedule.view();
    expect(nextDueTimes).toEqual([0, 1, 2, 3, 4].map((more) => `${year + more}-12-31T18:15:00.000Z`));
    expect(lastDueTimes).toEqual([]);
    expect(await schedule.listed()).toMatchObject({
      workflowName: 'New Year',
      componentId: schedule.componentId,
      componentName: 'Every so often',
      ...YEARLY,
      nextDueTime: nextDueTimes[0],
      lastDueTime: null,
      lastStatus: null,
      paused: false,
    });
    await schedule.post('pause');
    expect(await schedule.listed()).toMatchObject({ nextDueTime: null, paused: true });
    expect((await schedule.view()).nextDueTimes).toEqual([]);
    await schedule.post('resume');
    expect(await schedule.listed()).toMatchObject({ nextDueTime: nextDueTimes[0], paused: false });
  });

  test('a caller may stand in for it', async () => {
    const { workflowId, componentId } = await publish(YEARLY);
    const scheduledFor = '2026-07-06T06:30:00Z';
    const client = system.clients[0]!;
    const { body } = await client.run(workflowId, componentId, { scheduledFor }, { prefer: 'wait=60' });
    expect(body).toMatchObject({ status: 'SUCCEEDED', output: scheduledFor });
    const refused = await client.run(workflowId, componentId, { scheduledFor: 'noon' });
    expect(refused.status).toBe(400);
  });

  test.each([
    [{ cron: '0 0 30 2 *' }, '/config/cron', 'matches no date'],
    [{ cron: '0 0 1 1 *', timeZone: 'Mars/Olympus' }, '/config/timeZone', 'time zone'],
    [{ cron: '0 0 1 1 *', everySeconds: 60 }, '/config', 'exclude each other'],
    [{}, '/config', 'one of cron and everySeconds is required'],
    [{ everySeconds: 9 }, '/config/everySeconds', '10'],
  ])('publishing %j is a problem', async (config, path, message) => {
    const schedule = component('schedule', config);
    const { body: draft } = await ask('POST', '/v1/workflows', { name: 'Wrong', ...chain(schedule, output('x')) });
    const { status, body } = await ask('POST', `/v1/workflows/${draft.id}/publish`);
    expect(status).toBe(400);
    expect(body.problems).toContainEqual(
      expect.objectContaining({ componentId: schedule.id, path, message: expect.stringContaining(message) }),
    );
  });
});
