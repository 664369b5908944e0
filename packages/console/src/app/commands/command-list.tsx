import { IconLogout, IconMoon, IconPlus, IconSearch, IconSun, IconSunMoon } from '@tabler/icons-react';
import type { ComponentType } from 'react';
import type { Command } from '../../features/commands/command-store.ts';
import { FIXED_PAGES } from '../../names/fixed-pages.ts';
import type { ConsolePage } from '../../names/pages.ts';
import { typeAhead } from '../../ui/typed-ahead.ts';
import { PAGE_ICONS } from '../page-icons.ts';
import { recentPaths } from './recent-pages.ts';

interface CommandContext {
  /** The path of the open page. */
  here: string;
  isAdmin: boolean;
  workflows: readonly { id: string; name: string }[];
  go: (path: string) => void;
  setColorScheme: (scheme: 'light' | 'dark' | 'auto') => void;
  signOut: () => void;
}

const SCHEMES = [
  { value: 'dark', label: 'Dark mode', Icon: IconMoon },
  { value: 'light', label: 'Light mode', Icon: IconSun },
  { value: 'auto', label: 'Match the system', Icon: IconSunMoon },
] as const;

const SIZE = 18;

function drawn(Icon: ComponentType<{ size?: number; stroke?: number }>) {
  return <Icon size={SIZE} stroke={1.7} />;
}

/** Lists what every page offers: the pages that the person may use, workflows, the colour scheme and the way out. */
export function commonCommands(context: CommandContext): Command[] {
  const { go, isAdmin, workflows } = context;
  const toPage = ({ path, label, keywords, icon }: Pick<ConsolePage, 'path' | 'label' | 'keywords' | 'icon'>) => ({
    id: path,
    label,
    keywords,
    group: 'Go to',
    icon: drawn(PAGE_ICONS[icon]),
    run: () => go(path),
  });
  const failed = { path: '/sessions?status=FAILED', label: 'Failed sessions', keywords: 'errors failures' } as const;
  return [
    {
      id: 'new-workflow',
      label: 'New workflow…',
      keywords: 'create add import template',
      group: 'Go to',
      icon: drawn(IconPlus),
      run: () => {
        typeAhead();
        go('/workflows?new');
      },
    },
    ...FIXED_PAGES.filter(({ role }) => isAdmin || role === 'member').map(toPage),
    toPage({ ...failed, icon: 'sessions' }),
    ...workflows.map(({ id, name }) => ({
      id,
      label: name,
      group: 'Workflows',
      icon: drawn(PAGE_ICONS.workflows),
      run: () => go(`/workflows/${id}`),
    })),
    ...SCHEMES.map(({ value, label, Icon }) => ({
      id: `scheme-${value}`,
      label,
      keywords: 'theme colour color appearance',
      group: 'This browser',
      icon: drawn(Icon),
      run: () => context.setColorScheme(value),
    })),
    {
      id: 'sign-out',
      label: 'Sign out',
      keywords: 'log out leave exit',
      group: 'This browser',
      icon: drawn(IconLogout),
      run: context.signOut,
    },
  ];
}

/** Lists the pages that were opened last, without the open one. */
export function recentCommands({ here, workflows, go }: CommandContext): Command[] {
  return recentPaths()
    .filter((path) => path !== here)
    .flatMap((path) => {
      const found = namedPage(path, workflows);
      if (found === null) return [];
      const icon = drawn(PAGE_ICONS[found.icon]);
      return { id: `recent ${path}`, label: found.label, group: 'Recent', icon, run: () => go(path) };
    })
    .slice(0, 5);
}

/** Null for a workflow that was deleted, or belongs to another organization. */
function namedPage(
  path: string,
  workflows: CommandContext['workflows'],
): { label: string; icon: ConsolePage['icon'] } | null {
  const page = FIXED_PAGES.find((one) => one.path === path);
  if (page !== undefined) return { label: page.label, icon: page.icon };
  const [, kind, id = '', part] = path.split('/');
  if (part !== undefined) return null;
  if (kind === 'tables') return { label: decodeURIComponent(id), icon: 'tables' };
  if (kind !== 'workflows') return null;
  const workflow = workflows.find((one) => one.id === id);
  return workflow === undefined ? null : { label: workflow.name, icon: 'workflows' };
}

const SESSION_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Opens the session with this id, or searches sessions for these words; it follows everything that matches. */
export function sessionCommand(words: string, go: CommandContext['go']): Command[] {
  if (words === '') return [];
  const common = { group: 'Sessions', icon: drawn(IconSearch) };
  return SESSION_ID.test(words)
    ? [{ ...common, id: 'session', label: `Session ${words}`, run: () => go(`/sessions/${words}`) }]
    : [
        {
          ...common,
          id: 'search-sessions',
          label: `Search sessions for “${words}”`,
          run: () => go(`/sessions?text=${encodeURIComponent(words)}`),
        },
      ];
}
