import type { Route } from '../http/define-route.ts';
import { readDoctor } from '../operator/doctor.ts';
import { drainExecutor } from '../operator/drain-executor.ts';
import { listExecutors } from '../operator/list-executors.ts';
import { listMigrations } from '../operator/list-migrations.ts';
import { listOrganizations } from '../operator/list-organizations.ts';
import { listStuckSessions } from '../operator/list-stuck-sessions.ts';
import { pauseOrganization } from '../operator/pause-organization.ts';
import { putOrganizationQuotas } from '../operator/put-organization-quotas.ts';
import { readOrganizationQuotas } from '../operator/read-organization-quotas.ts';
import { requeueSession } from '../operator/requeue-session.ts';
import { resealSecrets } from '../operator/reseal-secrets.ts';
import { resetPassword } from '../operator/reset-password.ts';
import { resolveMigration } from '../operator/resolve-migration.ts';
import { resumeOrganization } from '../operator/resume-organization.ts';

/** The request that a command makes to a route of the operator's API. */
export interface AdminRequest {
  route: Route;
  params?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: Record<string, unknown>;
}

type Options = Record<string, string | boolean | undefined>;

export interface AdminCommand {
  name: string;
  summary: string;
  /** The names of the command's arguments, in order. All are required. */
  args: readonly string[];
  /** Help texts by the option's name. A `flag` takes no value. */
  options?: Record<string, { help: string; flag?: boolean }>;
  request(args: readonly string[], options: Options): AdminRequest;
}

/** The options of `quotas`, and the property that each sets. */
const QUOTAS = {
  'runs-per-minute': 'runsPerMinute',
  'run-burst': 'runBurst',
  'max-concurrent-sessions': 'maxConcurrentSessions',
  'max-stored-bytes': 'maxStoredBytes',
  'retention-days': 'retentionDays',
  'model-tokens-per-month': 'modelTokensPerMonth',
} as const;

/** Converts numbers. Other texts remain texts, so that the schema reports the problem. */
function number(value: string | boolean): unknown {
  return typeof value === 'string' && /^-?\d{1,15}(\.\d+)?$/.test(value) ? Number(value) : value;
}

const byId = (route: Route) => (args: readonly string[]) => ({ route, params: { id: args[0] ?? '' } });

export const ADMIN_COMMANDS: readonly AdminCommand[] = [
  {
    name: 'doctor',
    summary: 'Check PostgreSQL, migrations, queue, executors and waiting sessions; exit 1 when something is wrong',
    args: [],
    request: () => ({ route: readDoctor }),
  },
  {
    name: 'organizations',
    summary: 'List organizations with their quotas',
    args: [],
    options: { limit: { help: 'how many, at most 200' }, cursor: { help: 'nextCursor of the page before' } },
    request: (_args, { limit, cursor }) => ({
      route: listOrganizations,
      query: { ...(limit !== undefined && { limit: number(limit) }), ...(cursor !== undefined && { cursor }) },
    }),
  },
  {
    name: 'quotas',
    summary: 'Show the quotas of an organization, or set some of them',
    args: ['organization'],
    options: Object.fromEntries(
      Object.entries(QUOTAS).map(([option, property]) => [option, { help: `sets ${property}; none for no limit` }]),
    ),
    request: (args, options) => {
      const set = Object.entries(QUOTAS).flatMap(([option, property]) => {
        const value = options[option];
        return value === undefined ? [] : [[property, value === 'none' ? null : number(value)] as const];
      });
      if (set.length === 0) return byId(readOrganizationQuotas)(args);
      return { ...byId(putOrganizationQuotas)(args), body: Object.fromEntries(set) };
    },
  },
  {
    name: 'pause',
    summary: 'Accept runs of an organization without starting them',
    args: ['organization'],
    request: byId(pauseOrganization),
  },
  {
    name: 'resume',
    summary: 'Resume a paused organization',
    args: ['organization'],
    request: byId(resumeOrganization),
  },
  {
    name: 'executors',
    summary: 'List executors with what they run',
    args: [],
    request: () => ({ route: listExecutors }),
  },
  {
    name: 'drain-executor',
    summary: 'Drain an executor, so that it takes no further sessions',
    args: ['executor'],
    request: byId(drainExecutor),
  },
  {
    name: 'list-stuck',
    summary: 'List sessions that made no progress for long',
    args: [],
    options: { minutes: { help: 'for how long, 10 by default' } },
    request: (_args, { minutes }) => ({
      route: listStuckSessions,
      query: minutes === undefined ? {} : { minutes: number(minutes) },
    }),
  },
  {
    name: 'requeue',
    summary: 'Enqueue a QUEUED or RUNNING session again',
    args: ['session'],
    request: byId(requeueSession),
  },
  {
    name: 'reset-password',
    summary: 'Print a link that sets a person’s password once, or with OIDC_ONLY signs the person in once',
    args: ['e-mail or user'],
    options: { 'remove-second-factor': { help: 'for a person who lost the app and the backup codes', flag: true } },
    request: (args, options) => ({
      route: resetPassword,
      body: { user: args[0], removeSecondFactor: options['remove-second-factor'] === true },
    }),
  },
  {
    name: 'reseal-secrets',
    summary: 'Encrypt all secrets of the keys in SECRETS_KEY_PREVIOUS with SECRETS_KEY',
    args: [],
    request: () => ({ route: resealSecrets }),
  },
  {
    name: 'migrate-status',
    summary: 'List migrations: applied, pending, failed, or of a later release',
    args: [],
    request: () => ({ route: listMigrations }),
  },
  {
    name: 'migrate-resolve',
    summary: 'Record that a failed migration was completed by hand (applied) or undone (rolled-back)',
    args: ['migration', 'applied|rolled-back'],
    request: (args) => ({ route: resolveMigration, params: { name: args[0] ?? '' }, body: { as: args[1] } }),
  },
];
