type PageIcon =
  | 'account'
  | 'approvals'
  | 'apps'
  | 'failures'
  | 'overview'
  | 'schedules'
  | 'sessions'
  | 'settings'
  | 'tables'
  | 'templates'
  | 'workflows';

/** `role`: who sees more there than an explanation. */
export interface PageForRole {
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
   * `shell`: with the navigation. `signed-in`: for signed-in users, without it. `public`: for everybody.
   * `server`: the service makes the page itself, without the console.
   */
  frame: 'shell' | 'signed-in' | 'public' | 'server';
  isInNavigation: boolean;
}

type Rest = Partial<Pick<ConsolePage, 'keywords' | 'icon' | 'frame' | 'isInNavigation'>>;

function page(path: string, label: string, rest: Rest = {}): ConsolePage {
  return { path, label, keywords: '', icon: 'account', role: 'member', frame: 'shell', isInNavigation: false, ...rest };
}

/** A page that only links lead to: the command menu cannot name it. */
function unlisted(path: string, frame: ConsolePage['frame']): ConsolePage {
  return page(path, '', { frame });
}

/** Every page of the console. Routes, the navigation, the command menu, tests and docs/console.md follow this list. */
export const PAGES = {
  overview: page('/', 'Overview', { keywords: 'home dashboard', icon: 'overview', isInNavigation: true }),
  workflows: page('/workflows', 'Workflows', { keywords: 'list', icon: 'workflows', isInNavigation: true }),
  editor: unlisted('/workflows/:workflowId', 'shell'),
  activity: unlisted('/workflows/:workflowId/activity', 'shell'),
  sessions: page('/sessions', 'Sessions', {
    keywords: 'runs executions history',
    icon: 'sessions',
    isInNavigation: true,
  }),
  session: unlisted('/sessions/:sessionId', 'shell'),
  failures: page('/failures', 'Failures', {
    keywords: 'errors groups retry',
    icon: 'failures',
    isInNavigation: true,
  }),
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
  table: unlisted('/tables/:tableName', 'shell'),
  apps: page('/apps', 'Apps', {
    keywords: 'mcp openapi servers connectors integrations directory actions',
    icon: 'apps',
    isInNavigation: true,
  }),
  app: unlisted('/apps/:appId', 'shell'),
  templates: page('/templates', 'Templates', { keywords: 'gallery examples', icon: 'templates' }),
  settings: page('/settings/:tab?', 'Settings', {
    keywords: 'organization preferences',
    icon: 'settings',
    isInNavigation: true,
  }),
  account: page('/account', 'Account', { keywords: 'password second factor profile' }),
  signIn: unlisted('/sign-in', 'public'),
  setUp: unlisted('/set-up', 'public'),
  forgotPassword: unlisted('/forgot-password', 'public'),
  resetPassword: unlisted('/reset-password', 'public'),
  signInLink: unlisted('/sign-in-link', 'public'),
  invitation: unlisted('/invitations/:invitationId', 'public'),
  authorize: unlisted('/authorize', 'signed-in'),
  device: unlisted('/device', 'signed-in'),
  credentialCallback: unlisted('/credentials/callback', 'server'),
  credentialClient: unlisted('/credentials/client.json', 'server'),
  approval: unlisted('/approvals/:address', 'server'),
  form: unlisted('/forms/:formId', 'server'),
  chat: unlisted('/chats/:chatId', 'server'),
} as const satisfies Record<string, ConsolePage>;

export type PageName = keyof typeof PAGES;
