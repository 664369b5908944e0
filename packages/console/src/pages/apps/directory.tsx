import { Anchor, Button, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { App } from '../../api/queries/apps.ts';
import { APP_KIND_NAMES } from '../../features/apps/app-names.ts';
import { type DirectoryEntry, directoryQuery, findInDirectory } from '../../features/apps/directory.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { PageLoader } from '../../ui/page-loader.tsx';
import { plural } from '../../ui/plural.ts';
import classes from './directory.module.css';

interface DirectoryProps {
  /** The apps that the organization has. */
  apps: readonly App[];
  onAdd: (entry: DirectoryEntry) => void;
}

/** Well-known servers and documents to add, with a search. */
export function Directory({ apps, onAdd }: DirectoryProps) {
  const [search, setSearch] = useState('');
  const directory = useQuery(directoryQuery);
  const found = findInDirectory(directory.data ?? [], search);
  return (
    <section className={classes.directory} aria-label="Directory">
      <header className={classes.head}>
        <h2 className={classes.title}>Directory</h2>
        <TextInput
          type="search"
          className={classes.search ?? ''}
          aria-label="Search the directory"
          placeholder="Search the directory: issues, messages, payments…"
          leftSection={<IconSearch size={16} />}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
      </header>
      {directory.isPending && <PageLoader />}
      {directory.isError && <ErrorNotice error={directory.error} onRetry={() => void directory.refetch()} />}
      <div role="status" className={classes.count}>
        {search.trim() !== '' &&
          (found.length === 0
            ? 'Nothing matches. Add the server or the document by its URL.'
            : plural(found.length, { one: '1 app found', other: `${found.length} apps found` }))}
      </div>
      <ul className={classes.entries}>
        {found.map((entry) => (
          <Entry key={entry.name} entry={entry} isAdded={apps.some(({ url }) => isOf(entry, url))} onAdd={onAdd} />
        ))}
      </ul>
    </section>
  );
}

interface EntryProps {
  entry: DirectoryEntry;
  isAdded: boolean;
  onAdd: (entry: DirectoryEntry) => void;
}

function Entry({ entry, isAdded, onAdd }: EntryProps) {
  const { title, about, kind, signIn, docs } = entry;
  return (
    <li className={classes.entry}>
      <h3 className={classes.name}>{title}</h3>
      <p className={classes.text}>{about}</p>
      <p className={classes.soft}>{APP_KIND_NAMES[kind]}</p>
      <p className={classes.soft}>
        Sign-in: {signIn}{' '}
        <Anchor href={docs} target="_blank" rel="noreferrer" size="xs" aria-label={`Documentation of ${title}`}>
          Documentation
        </Anchor>
      </p>
      <Button size="compact-sm" variant="default" aria-label={`Add ${title}`} onClick={() => onAdd(entry)}>
        {isAdded ? 'Add again' : 'Add'}
      </Button>
    </li>
  );
}

function isOf({ url }: DirectoryEntry, other: string | null): boolean {
  return url !== undefined && url === other;
}
