import '@mantine/spotlight/styles.layer.css';
import { Spotlight, type SpotlightActionGroupData, spotlight } from '@mantine/spotlight';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { allWorkflowsQuery } from '../api/queries/workflows.ts';
import { texts } from '../texts/frame.ts';
import classes from './command-menu.module.css';
import { type Command, pageCommands } from './command-store.ts';

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
    ...texts.pagesToFind.map(([path, label, keywords]) => ({
      id: path,
      label,
      keywords,
      group: texts.goTo,
      run: go(path),
    })),
    ...(workflows.data?.items ?? []).map(({ id, name }) => ({
      id,
      label: name,
      group: texts.workflows,
      run: go(`/workflows/${id}`),
    })),
    ...(SESSION_ID.test(words)
      ? [{ id: 'session', label: texts.sessionWords(words), group: texts.sessions, run: go(`/sessions/${words}`) }]
      : []),
    ...(words === '' || SESSION_ID.test(words)
      ? []
      : [
          {
            id: 'search-sessions',
            label: texts.searchSessionsFor(words),
            keywords: words,
            group: texts.sessions,
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
      attributes={{ content: { 'aria-label': texts.commandMenu } }}
      shortcut={null}
      highlightQuery
      limit={SHOWN}
      nothingFound={texts.nothingMatches}
      searchProps={{ placeholder: texts.findAnything, 'aria-label': texts.findAnything }}
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
