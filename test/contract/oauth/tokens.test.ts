import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { waitFor } from '@workflow/test-harness';
import { endToken, signedIn, startOAuthLab, type OAuthLab } from './oauth-lab.ts';

const SESSIONS = 200;
const CLIENT = { grant: 'client-credentials' } as const;

let lab: OAuthLab;
beforeAll(async () => {
  // With the default timeout, because one request that times out fails the steps of all sessions that wait for it.
  lab = await startOAuthLab({ executors: 2 });
});
afterAll(() => lab?.stop());
afterEach(() => {
  lab.server.gate = null;
});

test('200 simultaneous sessions on two executors, whose token has just expired, make one refresh', async () => {
  const id = await signedIn(lab);
  const caller = await lab.caller(id);
  await endToken(lab, id);
  const runs = await Promise.all(Array.from({ length: SESSIONS }, () => caller.run()));
  const ends = new Set(runs.map(({ status, error }) => JSON.stringify({ status, error })));
  expect([...ends]).toEqual([JSON.stringify({ status: 'SUCCEEDED', error: null })]);
  expect(lab.server.log).toEqual([expect.objectContaining({ grant: 'refresh_token', status: 200 })]);
  expect(new Set(lab.calls)).toEqual(new Set([lab.server.log[0]!.body.access_token]));
});

test('each refresh sends the refresh token that the one before brought', async () => {
  const id = await signedIn(lab);
  const caller = await lab.caller(id);
  for (let round = 0; round < 3; round += 1) {
    await endToken(lab, id);
    expect(await caller.run()).toMatchObject({ status: 'SUCCEEDED' });
  }
  const { log } = lab.server;
  expect(log.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(log.slice(1).map(({ refreshToken }) => refreshToken)).toEqual(
    log.slice(0, 2).map(({ body }) => body.refresh_token),
  );
});

test('a token that ends soon is renewed aside, while steps go on with it', async () => {
  const id = await signedIn(lab);
  const caller = await lab.caller(id);
  await lab.query("UPDATE credential_grants SET refresh_at = now() - interval '1 second' WHERE id = $1", [id]);
  const asked = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<boolean>();
  lab.server.gate = () => {
    asked.resolve();
    return goOn.promise;
  };
  expect(await caller.run()).toMatchObject({ status: 'SUCCEEDED' });
  await asked.promise;
  expect(await caller.run()).toMatchObject({ status: 'SUCCEEDED' });
  expect(new Set(lab.calls).size).toBe(1);
  goOn.resolve(true);
  await waitFor(() => lab.server.log.length === 1);
});

test('a token that is refused with 401 is renewed once, and the request sent again', async () => {
  const id = await signedIn(lab);
  const caller = await lab.caller(id);
  await caller.run();
  await lab.server.forget(lab.calls[0]!);
  expect(await caller.run()).toMatchObject({ status: 'SUCCEEDED' });
  expect(lab.calls).toHaveLength(3);
  expect(lab.server.log).toHaveLength(1);
  // The API refuses the new token as well. Steps do not request another one each time.
  await lab.server.forget(lab.calls[2]!);
  const refused = await caller.run();
  expect(refused).toMatchObject({ status: 'FAILED', error: { code: 'HTTP_STATUS' } });
  expect(lab.server.log).toHaveLength(1);
});

test('a client signs in by itself and reports when it is refused', async () => {
  const id = await lab.credential(CLIENT);
  expect(await lab.show(id)).toMatchObject({ status: 'ready' });
  lab.server.log.length = 0;
  const caller = await lab.caller(id);
  expect(await caller.run()).toMatchObject({ status: 'SUCCEEDED' });
  await endToken(lab, id);
  expect(await caller.run()).toMatchObject({ status: 'SUCCEEDED' });
  expect(lab.server.log.map(({ grant }) => grant)).toEqual(['client_credentials', 'client_credentials']);
  const wrong = await lab.credential({ ...CLIENT, clientSecret: 'a planted wrong secret' });
  const refused = await (await lab.caller(wrong)).run();
  expect(refused).toMatchObject({ status: 'FAILED', error: { code: 'CREDENTIAL_REFUSED' } });
  expect(JSON.stringify(refused)).toContain('invalid_client');
  const tested = await lab.api.call('POST', `/v1/organization/credentials/${wrong}/test`);
  expect(tested).toMatchObject({ ok: false, message: expect.stringContaining('invalid_client') });
  expect(await lab.api.call('POST', `/v1/organization/credentials/${id}/test`)).toEqual({ ok: true });
});

test('a revoked grant asks for another sign-in, after which what failed is retried in bulk', async () => {
  const id = await signedIn(lab);
  const caller = await lab.caller(id);
  const [{ sealed } = { sealed: null }] = await lab.query('SELECT sealed FROM credential_grants WHERE id = $1', [id]);
  expect(sealed).not.toBeNull();
  await endToken(lab, id);
  await caller.run();
  await lab.server.revoke(lab.server.log[0]!.body.refresh_token!);
  await endToken(lab, id);
  const failed = await caller.run();
  expect(failed).toMatchObject({ status: 'FAILED', error: { code: 'CREDENTIAL_EXPIRED' } });
  expect(await lab.show(id)).toMatchObject({
    status: 'sign-in-needed',
    statusReason: expect.stringContaining('invalid_grant'),
  });
  const asked = lab.server.log.length;
  await caller.run();
  expect(lab.server.log).toHaveLength(asked);
  await lab.signIn(id);
  const bulk = { action: 'retry', filter: { status: 'FAILED', text: id } };
  expect(await lab.api.call('POST', '/v1/sessions/bulk', bulk)).toMatchObject({ matched: 2 });
  await waitFor(async () => {
    const session = await lab.api.call<{ status: string }>('GET', `/v1/sessions/${String(failed['sessionId'])}`);
    return session.status === 'SUCCEEDED';
  });
});
