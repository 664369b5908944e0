import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { describeEachBackend } from '@workflow/test-harness';
import { openFirstRuns, type FirstRunFixture } from './run-first-fixture.ts';

const RESPONSE = { status: 201, headers: {}, body: { kind: 'text' as const, text: 'made' } };

describeEachBackend('the response of a session that runs first', (backend) => {
  let fixture: FirstRunFixture;
  beforeAll(async () => {
    fixture = await openFirstRuns(backend);
    await fixture.startExecutor();
    await fixture.warm();
  });
  afterAll(() => fixture.close());

  test.each(['the claim', 'the end'])('is sent once %s has stored it', async (what) => {
    const organizationId = await fixture.organization();
    const session = await fixture.accept({ enqueue: true, trigger: 'WEBHOOK', organizationId });
    const stored = () => fixture.store.sessions.responses([session.id]);
    let storedBefore: unknown[] = [];
    fixture.runsDo(async (claim, { responds }) => {
      if (responds !== true) return;
      claim.takeResponse({ response: RESPONSE, notification: { sessionId: session.id, outcome: 'sent' } });
      if (what === 'the claim') await claim.ensureWritten();
      storedBefore = await stored();
    });
    expect((await fixture.outcomesSentFor(session))[0]).toBe('sent');
    expect(storedBefore).toHaveLength(what === 'the claim' ? 1 : 0);
    expect(await stored()).toMatchObject([{ response: RESPONSE }]);
  });
});
