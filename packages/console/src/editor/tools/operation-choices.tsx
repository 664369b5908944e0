import '@mantine/core/styles/Checkbox.layer.css';
import { Checkbox, Stack, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { operationsQuery } from '../../api/queries/apps.ts';
import classes from '../fields/fields.module.css';

const TYPED_MS = 200;
const MAX_SEARCH = 200;
/** As many as fit into the panel. A search finds the others. */
const SHOWN = 20;

interface OperationChoicesProps {
  appId: string;
  /** The keys of the chosen operations. */
  chosen: string[];
  error?: string;
  onChange: (keys: string[]) => void;
}

/** Operations of an app: those that are chosen, and those that a search finds. */
export function OperationChoices({ appId, chosen, error, onChange }: OperationChoicesProps) {
  const [search, setSearch] = useState('');
  const [asked] = useDebouncedValue(search.trim(), TYPED_MS);
  const { data } = useQuery(operationsQuery(appId, asked, SHOWN));
  if (appId === '') return error === undefined ? null : <div className={classes.error}>{error}</div>;
  const items = data?.items ?? [];
  const found = items.filter(({ key }) => !chosen.includes(key));
  const hasMore = typeof data?.nextCursor === 'string';
  return (
    <Stack gap={6} role="group" aria-label="Operations">
      <TextInput
        type="search"
        label="Operations"
        required
        placeholder="Search operations"
        maxLength={MAX_SEARCH}
        leftSection={<IconSearch size={16} />}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
        {...(error !== undefined && { error })}
      />
      {[...chosen.map((key) => items.find((one) => one.key === key) ?? untitled(key)), ...found].map(
        ({ key, title, description }) => {
          const isChosen = chosen.includes(key);
          return (
            <Checkbox
              key={key}
              size="xs"
              label={title || key}
              description={title === key || title === '' ? undefined : key}
              title={description}
              checked={isChosen}
              onChange={() => onChange(isChosen ? chosen.filter((one) => one !== key) : [...chosen, key])}
            />
          );
        },
      )}
      {data !== undefined && found.length === 0 && asked !== '' && (
        <div className={classes.hint}>No other operations match.</div>
      )}
      {hasMore && <div className={classes.hint}>Search for more operations.</div>}
    </Stack>
  );
}

/** An operation that the search did not find. */
function untitled(key: string) {
  return { key, title: '', description: '' };
}
