import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { describeWithProgram, startDovecot, waitFor, type TestDovecot } from '@workflow/test-harness';
import type { JsonObject } from '@workflow/workflow-model';
import {
  type Answer,
  type SharedContractSystem,
  chain,
  component,
  openContractSystem,
  output,
} from './contract-system.ts';
import { orderMail } from './order-mail.ts';

const withAttachment = (bytes: Buffer) =>
  'Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: text/plain\r\n\r\nSee there.\r\n--b\r\n' +
  'Content-Type: application/pdf\r\nContent-Disposition: attachment; filename=bill.pdf\r\n' +
  `Content-Transfer-Encoding: base64\r\n\r\n${bytes.toString('base64')}\r\n--b--\r\n`;

let system: SharedContractSystem;
let server: TestDovecot;

async function makeCredential(fields: JsonObject = {}): Promise<string> {
  const { port, user, password } = server;
  const body = {
    name: `Mailbox ${Math.random()}`,
    type: 'imap',
    host: '127.0.0.1',
    port,
    tls: 'none',
    user,
    password,
  };
  const made = await system.clients[0]!.request<{ id: string }>('POST', '/v1/organization/credentials', {
    ...body,
    ...fields,
  });
  return made.body.id;
}

async function publish(config: JsonObject, credential?: string) {
  const id = credential ?? (await makeCredential());
  const mail = component(
    'mail',
    { credential: id, folder: 'INBOX', everySeconds: 3_600, ...config },
    { output: 'mail' },
  );
  const workflowId = await system.api.publish('Mail', chain(mail, output('{{ mail.subject }}')));
  const client = system.clients[0]!;
  const path = `/v1/workflows/${workflowId}`;
  const lastPoll = async () =>
    (await client.request<Answer['body']>('GET', `${path}/components/${mail.id}`)).body.lastPoll;
  return {
    lastPoll,
    firstPoll: () => waitFor(async () => (await lastPoll()) !== null),
    unpublish: () => client.request('POST', `${path}/unpublish`),
    /** Publishing polls immediately. */
    pollAgain: async () => {
      const before = (await lastPoll())?.at;
      await client.request('POST', `${path}/publish`);
      await waitFor(async () => ![undefined, before].includes((await lastPoll())?.at));
    },
    /** Returns the mails, the oldest first. */
    mails: async () => {
      const { body } = await client.request<Answer['body']>('GET', `/v1/sessions?workflowId=${workflowId}&limit=100`);
      return body.items.map((session: Answer['body']) => session.placeholderValues.mail).toReversed();
    },
  };
}

describeWithProgram('dovecot', 'mails', () => {
  beforeAll(async () => {
    system = await openContractSystem('postgres');
    server = await startDovecot();
  });
  afterAll(() => server.stop());

  test('start a session for each new mail, once, with its attachments as files', async () => {
    server.deliver(orderMail('old'));
    const { firstPoll, lastPoll, pollAgain, mails } = await publish({});
    await firstPoll();
    expect(await lastPoll()).toMatchObject({ ok: true, message: 'started 0 sessions' });
    server.deliver(orderMail(1));
    server.deliver(orderMail(2, withAttachment(Buffer.alloc(400_000, 'x'))));
    await pollAgain();
    await pollAgain();
    const [first, second, ...others] = await mails();
    expect(first).toEqual({
      ...{ from: 'Ada <ada@example.com>', to: ['orders@example.com'], subject: 'Order 1', html: '' },
      ...{ text: 'Two, please.\n', messageId: '<1@example.com>', attachments: [] },
    });
    expect(second).toMatchObject({ text: 'See there.\n', attachments: [{ name: 'bill.pdf', size: 400_000 }] });
    expect(others).toEqual([]);
    const file = await system.clients[0]!.request<string>('GET', `/v1/files/${second.attachments[0].fileId}`);
    expect(file.status).toBe(200);
  });

  test('pass over what the filter does not let through, and begin with what exists if that is chosen', async () => {
    for (const id of ['red 1', 'blue 2', 'RED 3']) server.deliver(orderMail(id), 'Colours');
    const { firstPoll, mails } = await publish({
      folder: 'Colours',
      filter: { subject: 'red', from: 'ADA@example.com' },
      startWith: 'existing',
    });
    await firstPoll();
    expect((await mails()).map(({ subject }: Answer['body']) => subject)).toEqual(['Order red 1', 'Order RED 3']);
  });

  test('that are hostile or too large do not delay others, and report what was left out', async () => {
    const deep = Array.from(
      { length: 5_000 },
      (_, level) => `Content-Type: multipart/mixed; boundary=b${level}\r\n\r\n--b${level}\r\n`,
    );
    server.deliver(orderMail('deep', deep.join('')), 'Harm');
    server.deliver(orderMail('large', `\r\nIt begins.\r\n${'x'.repeat(16 * 1024 * 1024)}`), 'Harm');
    server.deliver(orderMail('file', withAttachment(Buffer.alloc(10 * 1024 * 1024 + 1))), 'Harm');
    server.deliver(orderMail('good'), 'Harm');
    const { firstPoll, lastPoll, mails } = await publish({ folder: 'Harm', startWith: 'existing' });
    await firstPoll();
    const found = await mails();
    expect(found.map(({ subject }: Answer['body']) => subject)).toEqual(
      ['deep', 'large', 'file', 'good'].map((id) => `Order ${id}`),
    );
    expect(found[0].problem).toContain('could not be read');
    expect(found[1].problem).toContain('POLL_MAX_ITEM_BYTES');
    expect(found[1].text).toContain('It begins.');
    expect(found[2].problem).toContain('MAX_FILE_BYTES');
    expect(found[3]).not.toHaveProperty('problem');
    expect((await lastPoll()).message).toContain('POLL_MAX_ITEM_BYTES');
  });

  test('are found again in a folder that was renumbered', async () => {
    const { firstPoll, lastPoll, pollAgain, mails } = await publish({ startWith: 'existing' });
    await firstPoll();
    const before = (await mails()).length;
    server.forgetUids();
    server.deliver(orderMail('after'));
    await pollAgain();
    expect((await mails()).slice(before).map(({ subject }: Answer['body']) => subject)).toEqual(['Order after']);
    expect((await lastPoll()).message).toContain('has numbered the folder again');
  });

  test('report why they could not be read, and the next poll continues', async () => {
    const wrong = await publish({}, await makeCredential({ password: 'wrong' }));
    await wrong.firstPoll();
    expect(await wrong.lastPoll()).toMatchObject({ ok: false });
    expect((await wrong.lastPoll()).message).toMatch(/refused to sign in: .*uthentication failed/);
    const missing = await publish({ folder: 'Later', startWith: 'existing' });
    await missing.firstPoll();
    expect((await missing.lastPoll()).message).toMatch(/^the folder Later cannot be opened: /);
    server.deliver(orderMail('late'), 'Later');
    await missing.pollAgain();
    expect(await missing.mails()).toMatchObject([{ subject: 'Order late' }]);
    await missing.unpublish();
    expect(await missing.lastPoll()).toBeNull();
  });
});
