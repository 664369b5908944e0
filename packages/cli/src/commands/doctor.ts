import { statSync } from 'node:fs';
import { ApiError, createClient } from '@workflow/client';
import type { AddCommand, Cli } from '../cli.ts';
import { CommandFailed, SignInError, UsageError } from '../failures/failures.ts';
import { VERSION } from '../version.ts';

interface Finding {
  check: string;
  ok: boolean;
  detail: string;
}

/** With a larger difference, signatures and expiry times are evaluated wrongly. */
const CLOCK_TOLERANCE_SECONDS = 30;

export const addDoctor: AddCommand = (program, cli) => {
  program
    .command('doctor')
    .description('check address, key, scopes, clock and versions')
    .action(() => doctor(cli));
};

async function doctor(cli: Cli): Promise<void> {
  const findings = await examine(cli);
  const lines = findings.map(({ check, ok, detail }) => {
    const mark = ok ? cli.terminal.styled('ok   ', 'green') : cli.terminal.styled('wrong', 'red');
    return `${mark}  ${check.padEnd(8)}  ${detail}`;
  });
  const ok = findings.every((finding) => finding.ok);
  cli.terminal.show({ ok, findings }, lines);
  if (!ok)
    throw findings.some(({ check, ok: fine }) => check === 'key' && !fine)
      ? new SignInError('')
      : new CommandFailed('');
}

async function examine(cli: Cli): Promise<Finding[]> {
  const { profiles, env } = cli;
  const findings: Finding[] = [
    { check: 'program', ok: true, detail: `workflow ${VERSION}, Node.js ${process.version}` },
  ];
  if (profiles.isReadableByOthers()) {
    const mode = (statSync(profiles.file).mode & 0o777).toString(8);
    const detail = `${profiles.file} can be read by other users (mode ${mode}); run chmod 600`;
    findings.push({ check: 'profiles', ok: false, detail });
  }
  const { url = env['WORKFLOW_URL'] || undefined, key, problem } = connectionOf(cli);
  if (problem !== undefined) return [...findings, { check: 'address', ok: false, detail: problem }];
  if (url === undefined)
    findings.push({ check: 'address', ok: false, detail: 'missing; give --url, or run `workflow login`' });
  else findings.push(...(await examineService(cli, url)));
  const hasAddress = findings.every(({ check, ok }) => check !== 'address' || ok);
  if (key === undefined) findings.push({ check: 'key', ok: false, detail: 'missing; run `workflow login`' });
  else if (url !== undefined && hasAddress) findings.push(...(await examineKey(cli, url, key)));
  return findings;
}

/**
 * Returns the known address and key. `problem` explains why they cannot be used, for example because the profile does
 * not exist.
 */
function connectionOf(cli: Cli): { url?: string | undefined; key?: string | undefined; problem?: string } {
  try {
    return cli.connection();
  } catch (error) {
    const { url, key = cli.env['WORKFLOW_API_KEY'] || undefined } = cli.options();
    return error instanceof UsageError ? { problem: error.message } : { url, key };
  }
}

async function examineService(cli: Cli, url: string): Promise<Finding[]> {
  try {
    const askedAt = Date.now();
    const client = createClient({ baseUrl: url, maxRetries: 0, timeoutMs: 10_000 });
    const { data, headers } = await client.call('GET /v3/api-docs', {}, { signal: cli.signal });
    const info = data['info'] as { version?: string; title?: string } | undefined;
    const apart = Math.round((Date.parse(headers.get('date') ?? '') - (askedAt + Date.now()) / 2) / 1_000);
    const isRight = Math.abs(apart) <= CLOCK_TOLERANCE_SECONDS;
    const clock = isRight
      ? 'same time as the service'
      : `${Math.abs(apart)} s ${apart > 0 ? 'behind' : 'ahead of'} the service`;
    return [
      { check: 'address', ok: info?.version !== undefined, detail: `${url} answers` },
      { check: 'version', ok: info?.version?.startsWith('1.') === true, detail: `API ${info?.version ?? 'unknown'}` },
      ...(Number.isNaN(apart) ? [] : [{ check: 'clock', ok: isRight, detail: clock }]),
    ];
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    return [{ check: 'address', ok: false, detail: `${url}: ${detail}` }];
  }
}

async function examineKey(cli: Cli, url: string, key: string): Promise<Finding[]> {
  try {
    const client = createClient({ baseUrl: url, apiKey: key, maxRetries: 1 });
    const { data: caller } = await client.call('GET /v1/caller', {}, { signal: cli.signal });
    const missing = ['run', 'read', 'manage'].filter((scope) => !caller.scopes.includes(scope));
    const lacks = missing.length === 0 ? 'all commands' : `all commands except those that need ${missing.join(' or ')}`;
    return [
      { check: 'key', ok: true, detail: `${caller.name}, organization ${caller.organizationId}` },
      { check: 'scopes', ok: true, detail: `${caller.scopes.join(', ')}: allow ${lacks}` },
      ...(caller.organizationPaused
        ? [
            {
              check: 'paused',
              ok: false,
              detail: 'the operator paused the organization; new sessions wait until it is resumed',
            },
          ]
        : []),
    ];
  } catch (error) {
    const isUnknown = error instanceof ApiError && (error.httpStatus === 401 || error.httpStatus === 403);
    const detail = error instanceof Error ? error.message : String(error);
    return [
      { check: 'key', ok: false, detail: isUnknown ? 'unknown, deleted or expired; run `workflow login`' : detail },
    ];
  }
}
