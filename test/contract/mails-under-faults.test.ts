import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { describeWithProgram, startDovecot, TcpProxy, waitFor, type TestDovecot } from '@workflow/test-harness';
import { Client } from 'pg';
import { type Answer, type ContractSystem, chain, component, output, startContractSystem } from './contract-system.ts';
import { orderMail } from './order-mail.ts';

/** Longer than a poll takes on a loaded machine. A failed poll is not repeated within the test. */
const POLL_TIMEOUT_MS = 10_000;
/** The key of the advisory lock that the ends of polls wait for. */
const LOCK = 301;

/** The points at which the transaction that starts the sessions of a poll and writes its position is stopped. */
const BOUNDARIES = [
  {
    when: 'before anything of the poll is committed',
    trigger: 'TRIGGER held_poll BEFORE UPDATE ON polls',
    settle: 'SELECT pg_terminate_backend($1)',
  },
  {
    when: 'between the commit of the poll and its answer',
    trigger: 'CONSTRAINT TRIGGER held_poll AFTER UPDATE ON polls DEFERRABLE INITIALLY DEFERRED',
    settle: `SELECT pg_advisory_unlock(${LOCK}) FROM (SELECT $1::int) held`,
  },
];

describeWithProgram('dovecot', 'mails under faults', () => {
  let system: ContractSystem;
  let server: TestDovecot;
  let proxy: TcpProxy;
  let database: Client;
  let credential: string;

  beforeAll(async () => {
    server = await startDovecot();
    proxy = new TcpProxy(server.port);
    const port = await proxy.listen();
    const env = { POLL_TIMEOUT_MS: `${POLL_TIMEOUT_MS}`, HTTP_ALLOWED_ADDRESSES: '127.0.0.1' };
    system = await startContractSystem({ executors: 0, env });
    database = new Client({ connectionString: system.databaseUrl });
    await database.connect();
    await database.query(`
      CREATE FUNCTION hold_poll() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        PERFORM pg_advisory_xact_lock(${LOCK});
        RETURN NEW;
      END $$`);
    const { user, password } = server;
    const fields = { type: 'imap', host: '127.0.0.1', port, tls: 'none', user, password };
    const made = await system.api.call<{ id: string }>('POST', '/v1/organization/credentials', {
      name: 'Mailbox',
      ...fields,
    });
    credential = made.id;
  });
  afterAll(async () => {
    await database?.end();
    await system?.stop();
    proxy?.close();
    await server?.stop();
  });

  async function publish(folder: string) {
    const config = { credential, folder, everySeconds: 3_600, startWith: 'existing' };
    const mail = component('mail', config, { output: 'mail' });
    const workflowId = await system.api.publish(folder, chain(mail, output('{{ mail.subject }}')));
    return {
      /** Simulates the passing of time: the claim of the lost executor has expired, and the next poll is due. */
      pollNow: () =>
        database.query("UPDATE polls SET next_at = clock_timestamp() - interval '1 ms' WHERE workflow_id = $1", [
          workflowId,
        ]),
      lastPoll: async () =>
        (await system.api.call<Answer['body']>('GET', `/v1/workflows/${workflowId}/components/${mail.id}`)).lastPoll,
      subjects: async (): Promise<string[]> => {
        const { items } = await system.api.call<Answer['body']>('GET', `/v1/sessions?workflowId=${workflowId}`);
        return items.map((session: Answer['body']) => session.placeholderValues.mail.subject).toSorted();
      },
    };
  }

  const heldPid = () =>
    waitFor(
      async () => {
        const { rows } = await database.query<{ pid: number }>(
          `SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND objid = ${LOCK} AND NOT granted`,
        );
        return rows[0]?.pid;
      },
      { everyMs: 10, what: 'the end of a poll that is held' },
    );

  test.each(BOUNDARIES)('an executor killed $when loses no mail and starts none twice', async ({ trigger, settle }) => {
    const folder = `Killed${BOUNDARIES.findIndex((boundary) => boundary.trigger === trigger)}`;
    for (const id of ['one', 'two']) server.deliver(orderMail(id), folder);
    await database.query(`
      SELECT pg_advisory_lock(${LOCK});
      CREATE ${trigger} FOR EACH ROW WHEN (NEW.last_at IS DISTINCT FROM OLD.last_at) EXECUTE FUNCTION hold_poll()`);
    const executor = await system.startExecutor();
    const { pollNow, subjects, lastPoll } = await publish(folder);
    const pid = await heldPid();
    await executor.kill();
    await database.query(settle, [pid]);
    await database.query(`SELECT pg_advisory_unlock_all()`);
    await database.query('DROP TRIGGER held_poll ON polls');

    const next = await system.startExecutor();
    server.deliver(orderMail('three'), folder);
    await pollNow();
    const areThere = async () => {
      if ((await subjects()).length >= 3) return true;
      // A poll that took too long on a busy machine is followed by another one.
      if ((await lastPoll())?.ok === false) await pollNow();
      return false;
    };
    await waitFor(areThere, { what: 'a session for each mail' });
    // Another poll finds only what was there before.
    const before = (await lastPoll()).at;
    await pollNow();
    await waitFor(async () => (await lastPoll()).at !== before);
    expect(await subjects()).toEqual(['Order one', 'Order three', 'Order two']);
    await next.kill();
  });

  test('a poll of a server that does not answer ends in time, and its mails arrive with a later poll', async () => {
    server.deliver(orderMail('late'), 'Slow');
    proxy.freezeAll();
    const executor = await system.startExecutor();
    const { pollNow, subjects, lastPoll } = await publish('Slow');
    const failed = await waitFor(lastPoll);
    expect(failed).toMatchObject({ ok: false, message: expect.stringMatching(/time/) });
    expect(await subjects()).toEqual([]);
    proxy.cut();
    await pollNow();
    await waitFor(async () => (await lastPoll()).ok);
    expect(await subjects()).toEqual(['Order late']);
    await executor.kill();
  });
});
