import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, globSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@workflow/local-stack';
import { startProgram } from '@workflow/service-runtime';
import { waitFor } from '../wait-for.ts';
import { stopWithParent } from './stop-with-parent.ts';

/** Dovecot refuses to open mailboxes as root. */
const OWNER_FOR_ROOT = 'mail';
const USER = 'tester';
const PASSWORD = 'password-of-tests';

export interface TestDovecot {
  port: number;
  user: string;
  password: string;
  /** Delivers a mail into a folder, which is created if it is missing. Default: INBOX. */
  deliver(source: string | Buffer, folder?: string): void;
  /** Makes the server assign new UIDs to INBOX with another UIDVALIDITY. */
  forgetUids(): void;
  stop(): Promise<void>;
}

/** PEM files. With them the server accepts only TLS. */
type Certificate = Record<'certificate' | 'key', string>;

/** Starts a separate Dovecot with one mailbox, without TLS unless a certificate is given. It ends with this process. */
export async function startDovecot(tls: Certificate | null = null): Promise<TestDovecot> {
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'workflow-test-dovecot-'));
  chmodSync(folder, 0o755);
  const mails = join(folder, 'mails');
  const owner = process.getuid?.() === 0 ? idsOf(OWNER_FOR_ROOT) : null;
  makeFolder(mails, owner);
  const config = join(folder, 'dovecot.conf');
  writeFileSync(config, configOf(port, folder, mails, tls));
  const server = await startProgram('dovecot', ['-F', '-c', config], { detached: true, stdio: 'ignore', cwd: folder });
  const unwatch = await stopWithParent(server.pid!, folder);
  server.unref();
  await waitFor(() => (tls === null ? greets(port) : accepts(port)), { withinMs: 30_000, what: 'Dovecot' });
  let delivered = 0;
  return {
    port,
    user: USER,
    password: PASSWORD,
    deliver(source, name) {
      const place = name === undefined ? mails : join(mails, `.${name}`);
      makeFolder(place, owner);
      delivered += 1;
      // UIDs follow the order of file names, and renaming the file delivers the mail.
      const file = `${Math.floor(Date.now() / 1_000)}.${String(delivered).padStart(6, '0')}.test`;
      const temporary = join(place, 'tmp', file);
      writeFileSync(temporary, source);
      if (owner !== null) chownSync(temporary, ...owner);
      renameSync(temporary, join(place, 'new', file));
    },
    forgetUids() {
      for (const stored of globSync(join(mails, 'dovecot*'))) rmSync(stored);
    },
    async stop() {
      const ended = once(server, 'exit');
      server.ref();
      server.kill('SIGTERM');
      await ended;
      await unwatch();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function configOf(port: number, folder: string, mails: string, tls: Certificate | null): string {
  const self = userInfo().username;
  const isRoot = process.getuid?.() === 0;
  return `
protocols = imap
listen = 127.0.0.1
base_dir = ${folder}/run
log_path = ${folder}/log
${tls === null ? 'ssl = no' : `ssl = required\nssl_cert = <${tls.certificate}\nssl_key = <${tls.key}`}
disable_plaintext_auth = no
mail_location = maildir:${mails}
mailbox_list_index = no
mail_max_userip_connections = 100
auth_failure_delay = 0 secs
${isRoot ? `mail_uid = ${OWNER_FOR_ROOT}\nmail_gid = ${OWNER_FOR_ROOT}\nfirst_valid_uid = 1` : ownUser(self)}
passdb {
  driver = static
  args = user=${USER} password=${PASSWORD}
}
userdb {
  driver = static
  args = home=${folder}
}
service imap-login {
  chroot =
  inet_listener imap {
    port = ${tls === null ? port : 0}
  }
  inet_listener imaps {
    port = ${tls === null ? 0 : port}
    ssl = yes
  }
}
service anvil {
  chroot =
}
`;
}

/** Returns the current user if it is not root, because only root can run programs as another user. */
function ownUser(self: string): string {
  return `default_login_user = ${self}\ndefault_internal_user = ${self}\ndefault_internal_group =\nmail_uid = ${self}`;
}

function idsOf(user: string): [number, number] {
  const id = (option: '-u' | '-g') => Number(spawnSync('id', [option, user], { encoding: 'utf8' }).stdout);
  return [id('-u'), id('-g')];
}

function makeFolder(place: string, owner: [number, number] | null): void {
  for (const path of [place, ...['cur', 'new', 'tmp'].map((each) => join(place, each))]) {
    mkdirSync(path, { recursive: true });
    if (owner !== null) chownSync(path, ...owner);
  }
}

/** Returns true if the port accepts connections. With TLS the server sends nothing before the client does. */
function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port }, () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

function greets(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port });
    socket.setTimeout(2_000, () => socket.destroy());
    socket.once('data', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => undefined);
    socket.once('close', () => resolve(false));
  });
}
