import { readFileSync } from 'node:fs';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Mailbox } from '@workflow/component-kit/run';
import { describeWithProgram, makeTestCertificates, startDovecot, type TestDovecot } from '@workflow/test-harness';
import type { CredentialReach, Reach } from '../define-runner.ts';
import { runner } from './run.ts';

const NOT_TRUSTED = /^the certificate of the mail server is not trusted: ./;

describeWithProgram('dovecot', 'a mailbox over TLS', () => {
  const certificates = makeTestCertificates();
  const own = getCACertificates();
  let server: TestDovecot;

  beforeAll(async () => {
    server = await startDovecot(certificates);
    server.deliver('Subject: Order 1\r\n\r\nTwo, please.\r\n');
  });
  afterAll(async () => {
    setDefaultCACertificates(own);
    await server.stop();
    certificates.remove();
  });

  const trust = () => setDefaultCACertificates([...own, readFileSync(certificates.authority, 'utf8')]);
  const distrust = () => setDefaultCACertificates(own);
  const reach = {
    signal: AbortSignal.timeout(60_000),
    addressOf: async () => '127.0.0.1',
  } as unknown as CredentialReach & Reach;

  function fieldsOf(host: string) {
    const { port, user, password } = server;
    return { host, port, tls: 'implicit' as const, user, password };
  }

  function countMails(host: string): Promise<number> {
    const mailbox = runner.open(fieldsOf(host), null as never, reach) as Mailbox;
    const within = { signal: reach.signal, maxBytes: 100_000 };
    return mailbox.open('INBOX', within, async ({ count }) => count);
  }

  test('is read where its certificate is trusted', async () => {
    trust();
    expect(await countMails('localhost')).toBe(1);
    expect(await runner.test(fieldsOf('localhost'), reach, null as never)).toEqual({ ok: true });
  });

  test('is not read where an unknown authority signed it, and a poll and a test report it', async () => {
    distrust();
    await expect(countMails('localhost')).rejects.toMatchObject({
      code: 'MAIL_FAILED',
      message: expect.stringMatching(NOT_TRUSTED),
    });
    await expect(runner.test(fieldsOf('localhost'), reach, null as never)).rejects.toThrow(NOT_TRUSTED);
  });

  test('is not read where the certificate is that of another host', async () => {
    trust();
    await expect(countMails('example.com')).rejects.toMatchObject({
      code: 'MAIL_FAILED',
      message: expect.stringMatching(NOT_TRUSTED),
    });
  });
});
