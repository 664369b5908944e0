import { type ConsolePage, type PageForRole, PAGES } from './pages.ts';

interface SettingsTab extends PageForRole {
  value: string;
  /** Names the content of the page within a sentence. */
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
