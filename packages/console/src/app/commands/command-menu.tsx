import '@mantine/spotlight/styles.layer.css';
import { Spotlight, type SpotlightActionGroupData, spotlight } from '@mantine/spotlight';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { allWorkflowsQuery } from '../../api/queries/workflows.ts';
import classes from './command-menu.module.css';
import { type Command, pageCommands } from '../../features/commands/command-store.ts';

/** Pages that the command menu finds, with further search words beside their labels. */
const PAGES: readonly (readonly [path: string, label: string, keywords: string])[] = [
  ['/', 'Overview', 'home dashboard'],
  ['/workflows', 'Workflows', 'list'],
  ['/sessions', 'Sessions', 'runs executions history'],
  ['/sessions?status=FAILED', 'Failed sessions', 'errors failures'],
  ['/schedules', 'Schedules', 'cron timer due times'],
  ['/settings/api-keys', 'API keys', 'settings'],
  ['/settings/members', 'Members', 'settings people invite'],
  ['/settings/security', 'Security', 'settings second factor'],
  ['/settings/applications', 'Connected applications', 'settings mcp oauth revoke clients'],
  ['/settings/credentials', 'Credentials', 'settings passwords accounts sign in connections'],
  ['/settings/secrets', 'Secrets', 'settings passwords'],
  ['/settings/failures', 'Failures', 'settings errors alert any workflow fails start'],
  ['/settings/limits', 'Limits', 'settings quotas'],
  ['/settings/throttles', 'Throttles', 'settings rate hosts calls flow control'],
  ['/settings/event-hooks', 'Event hooks', 'settings webhooks notifications'],
  ['/settings/audit-log', 'Audit log', 'settings history'],
  ['/account', 'Account', 'password second factor profile'],
];

const SESSION_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const SHOWN = 12;

interface CommandMenuProps {
  query: string;
  onQuery: (query: string) => void;
  onClose: () => void;
}

/** Finds and runs anything: what the open page can do, pages, workflows, and a session by its id. */
export function CommandMenu({ query, onQuery, onClose }: CommandMenuProps) {
  const navigate = useNavigate();
  // Listed once: while the menu is open, the page does not change.
  const [own] = useState(() => pageCommands.get()());
  const workflows = useQuery(allWorkflowsQuery);
  useEffect(() => spotlight.open(), []);

  const words = query.trim();
  const go = (path: string) => () => void navigate(path);
  const commands: Command[] = [
    ...own,
    {
      id: 'new-workflow',
      label: 'New workflow…',
      keywords: 'create add import template',
      group: 'Go to',
      run: go('/workflows?new'),
    },
    ...PAGES.map(([path, label, keywords]) => ({
      id: path,
      label,
      keywords,
      group: 'Go to',
      run: go(path),
    })),
    ...(workflows.data?.items ?? []).map(({ id, name }) => ({
      id,
      label: name,
      group: 'Workflows',
      run: go(`/workflows/${id}`),
    })),
    ...(SESSION_ID.test(words)
      ? [{ id: 'session', label: `Session ${words}`, group: 'Sessions', run: go(`/sessions/${words}`) }]
      : []),
    ...(words === '' || SESSION_ID.test(words)
      ? []
      : [
          {
            id: 'search-sessions',
            label: `Search sessions for “${words}”`,
            keywords: words,
            group: 'Sessions',
            run: go(`/sessions?text=${encodeURIComponent(words)}`),
          },
        ]),
  ];

  return (
    <Spotlight
      actions={grouped(commands)}
      query={query}
      onQueryChange={onQuery}
      onSpotlightClose={onClose}
      classNames={{ action: classes.action ?? '' }}
      attributes={{ content: { 'aria-label': 'Command menu' } }}
      shortcut={null}
      highlightQuery
      limit={SHOWN}
      nothingFound="Nothing matches"
      searchProps={{ placeholder: 'Find anything', 'aria-label': 'Find anything' }}
    />
  );
}

function grouped(commands: readonly Command[]): SpotlightActionGroupData[] {
  return [...Map.groupBy(commands, ({ group }) => group)].map(([group, own]) => ({
    group,
    actions: own.map(({ id, label, keywords, run }) => ({
      id,
      label,
      onClick: run,
      ...(keywords === undefined ? {} : { keywords }),
    })),
  }));
}
