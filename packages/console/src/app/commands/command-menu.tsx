import '@mantine/spotlight/styles.layer.css';
import { useMantineColorScheme } from '@mantine/core';
import { Spotlight, type SpotlightActionGroupData, spotlight } from '@mantine/spotlight';
import { useQuery } from '@tanstack/react-query';
import { use, useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { callerQuery, useSignOut } from '../../api/queries/account.ts';
import { allWorkflowsQuery } from '../../api/queries/workflows.ts';
import { type Command, pageSearch } from '../../features/commands/command-store.ts';
import { commonCommands, recentCommands, sessionCommand } from './command-list.tsx';
import classes from './command-menu.module.css';
import { rankCommands } from './rank-commands.ts';

const SHOWN = 12;

interface CommandMenuProps {
  /** The commands of the open page. */
  pageCommands: Promise<readonly Command[]>;
  query: string;
  onQuery: (query: string) => void;
  onClose: () => void;
}

/** Finds and runs anything: what the open page can do, pages, workflows, and a session by its id. */
export function CommandMenu({ pageCommands, query, onQuery, onClose }: CommandMenuProps) {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const own = use(pageCommands);
  const workflows = useQuery(allWorkflowsQuery);
  const caller = useQuery(callerQuery);
  const { setColorScheme } = useMantineColorScheme();
  const signOut = useSignOut();
  useEffect(() => spotlight.open(), []);

  const words = query.trim();
  const found = useQuery({
    queryKey: ['command-search', pathname, words],
    queryFn: () => pageSearch.get()(words),
    enabled: words !== '',
    gcTime: 0,
  });
  const go = (path: string) => void navigate(path);
  const context = {
    here: pathname,
    isAdmin: caller.data?.role === 'admin',
    workflows: workflows.data?.items ?? [],
    go,
    setColorScheme,
    signOut: () => signOut.mutate(),
  };
  const all = [...own, ...commonCommands(context), ...(found.data ?? [])];
  const commands =
    words === '' ? [...recentCommands(context), ...all] : [...rankCommands(all, words), ...sessionCommand(words, go)];

  return (
    <Spotlight
      actions={grouped(shown(commands, words))}
      // The list is in the order of the best match, which Mantine's own filter does not know.
      filter={(_, actions) => actions}
      query={query}
      onQueryChange={onQuery}
      onSpotlightClose={onClose}
      classNames={{ action: classes.action ?? '' }}
      attributes={{ content: { 'aria-label': 'Command menu' } }}
      shortcut={null}
      highlightQuery
      nothingFound="Nothing matches"
      searchProps={{ placeholder: 'Find anything', 'aria-label': 'Find anything' }}
    />
  );
}

/** The first ones, and always the search in sessions, which is the last one. */
function shown(commands: readonly Command[], words: string): readonly Command[] {
  if (commands.length <= SHOWN) return commands;
  return words === '' ? commands.slice(0, SHOWN) : [...commands.slice(0, SHOWN - 1), ...commands.slice(-1)];
}

function grouped(commands: readonly Command[]): SpotlightActionGroupData[] {
  return [...Map.groupBy(commands, ({ group }) => group)].map(([group, own]) => ({
    group,
    actions: own.map(({ id, label, icon, run }) => ({ id, label, leftSection: icon, onClick: run })),
  }));
}
