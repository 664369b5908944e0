type PageIcon =
  | 'account'
  | 'activity'
  | 'approvals'
  | 'editor'
  | 'overview'
  | 'schedules'
  | 'session'
  | 'sessions'
  | 'settings'
  | 'tables'
  | 'templates'
  | 'workflows';

/** `role`: who sees more there than an explanation. */
interface PageForRole {
  label: string;
  /** Words that find the page in the command menu and are not in its label. */
  keywords: string;
  icon: PageIcon;
  role: 'member' | 'admin';
}

export interface ConsolePage extends PageForRole {
  /** The address, with parameters as `:name`. */
  path: string;
  /**
   * `shell`: with the navigation beside it. `signed-in`: for signed-in users, without it. `public`: for everybody.
   * `server`: the service makes the page itself, without the console.
   */
  frame: 'shell' | 'signed-in' | 'public' | 'server';
  isInNavigation: boolean;
}

type Rest = Partial<Pick<ConsolePage, 'keywords' | 'icon' | 'frame' | 'isInNavigation'>>;

function page(path: string, label: string, rest: Rest = {}): ConsolePage {
  return { path, label, keywords: '', icon: 'account', role: 'member', frame: 'shell', isInNavigation: false, ...rest };
}

/** Every page of the console. Routes, the navigation, the command menu, tests and docs/console.md follow this list. */
export const PAGES = {
  overview: page('/', 'Overview', { keywords: 'home dashboard', icon: 'overview', isInNavigation: true }),
  workflows: page('/workflows', 'Workflows', { keywords: 'list', icon: 'workflows', isInNavigation: true }),
  editor: page('/workflows/:workflowId', 'Workflow', { icon: 'editor' }),
  activity: page('/workflows/:workflowId/activity', 'Activity of a workflow', { icon: 'activity' }),
  sessions: page('/sessions', 'Sessions', {
    keywords: 'runs executions history',
    icon: 'sessions',
    isInNavigation: true,
  }),
  session: page('/sessions/:sessionId', 'Session', { icon: 'session' }),
  approvals: page('/approvals', 'Approvals', {
    keywords: 'decide approve reject requests',
    icon: 'approvals',
    isInNavigation: true,
  }),
  schedules: page('/schedules', 'Schedules', {
    keywords: 'cron timer due times',
    icon: 'schedules',
    isInNavigation: true,
  }),
  tables: page('/tables', 'Tables', { keywords: 'data rows collections', icon: 'tables', isInNavigation: true }),
  table: page('/tables/:tableName', 'Table', { icon: 'tables' }),
  templates: page('/templates', 'Templates', { keywords: 'gallery examples', icon: 'templates' }),
  settings: page('/settings/:tab?', 'Settings', {
    keywords: 'organization preferences',
    icon: 'settings',
    isInNavigation: true,
  }),
  account: page('/account', 'Account', { keywords: 'password second factor profile' }),
  signIn: page('/sign-in', 'Sign in', { frame: 'public' }),
  setUp: page('/set-up', 'Set up', { frame: 'public' }),
  forgotPassword: page('/forgot-password', 'Forgot password', { frame: 'public' }),
  resetPassword: page('/reset-password', 'Reset password', { frame: 'public' }),
  invitation: page('/invitations/:invitationId', 'Invitation', { frame: 'public' }),
  authorize: page('/authorize', 'Connect an application', { frame: 'signed-in' }),
  device: page('/device', 'Connect a device', { frame: 'signed-in' }),
  credentialCallback: page('/credentials/callback', 'Sign-in of a credential', { frame: 'server' }),
  approval: page('/approvals/:address', 'Approval', { frame: 'server' }),
  form: page('/forms/:formId', 'Form', { frame: 'server' }),
} as const satisfies Record<string, ConsolePage>;

export type PageName = keyof typeof PAGES;

interface SettingsTab extends PageForRole {
  value: string;
  /** What the page shows, in a sentence. */
  what: string;
}

function tab<const Value extends string>(
  value: Value,
  label: string,
  role: PageForRole['role'],
  keywords: string,
  what = label,
): SettingsTab & { value: Value } {
  return { value, label, role, keywords: `settings ${keywords}`, icon: 'settings', what };
}

/** The pages under `/settings`. */
export const SETTINGS_TABS = [
  tab('api-keys', 'API keys', 'admin', 'tokens access'),
  tab('members', 'Members', 'member', 'people invite', 'members'),
  tab('security', 'Security', 'member', 'second factor', 'security'),
  tab('applications', 'Applications', 'member', 'connected mcp oauth revoke clients', 'connected applications'),
  tab('credentials', 'Credentials', 'admin', 'passwords accounts sign in connections', 'credentials'),
  tab('secrets', 'Secrets', 'admin', 'passwords', 'secrets'),
  tab('failures', 'Failures', 'member', 'errors alert any workflow fails start', 'failures'),
  tab('limits', 'Limits', 'admin', 'quotas', 'limits'),
  tab('throttles', 'Throttles', 'admin', 'rate hosts calls flow control', 'throttles'),
  tab('event-hooks', 'Event hooks', 'admin', 'webhooks notifications'),
  tab('audit-log', 'Audit log', 'admin', 'history', 'the audit log'),
] as const;

export type SettingsTabName = (typeof SETTINGS_TABS)[number]['value'];

/** The pages that have an address without a parameter, and those under `/settings`. */
export const FIXED_PAGES: readonly ConsolePage[] = [
  ...Object.values<ConsolePage>(PAGES)
    .filter(({ path, frame }) => frame === 'shell' && !path.replace(/\/:\w+\?$/, '').includes(':'))
    .map((fixed) => ({ ...fixed, path: addressOf(fixed.path, {}) })),
  ...SETTINGS_TABS.map(({ value, ...own }) => ({
    ...own,
    path: `/settings/${value}`,
    frame: 'shell' as const,
    isInNavigation: false,
  })),
];

/** Fills the parameters of a path in; an optional one may be missing. */
export function addressOf(path: string, parameters: Readonly<Record<string, string>>): string {
  return path
    .replaceAll(/\/:(\w+)\?/g, (_, name: string) => (name in parameters ? `/${parameters[name]}` : ''))
    .replaceAll(/:(\w+)/g, (_, name: string) => {
      const value = parameters[name];
      if (value === undefined) throw new Error(`${path} needs a value for ${name}`);
      return encodeURIComponent(value);
    });
}
