import '@mantine/core/styles/Checkbox.layer.css';
import { Checkbox, Stack, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type AppOperation, operationQuery, operationsQuery } from '../../api/queries/apps.ts';
import classes from '../fields/fields.module.css';

const TYPED_MS = 200;
const MAX_SEARCH = 200;
/** As many as fit into the panel. A search finds the others. */
const SHOWN = 20;

interface OperationChoicesProps {
  appId: string;
  version: number | null;
  /** The keys of the chosen operations. */
  chosen: string[];
  error?: string;
  onChange: (keys: string[]) => void;
}

/** Operations of an app: those that are chosen, and those that a search finds. */
export function OperationChoices({ appId, version, chosen, error, onChange }: OperationChoicesProps) {
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
      {[...chosen.map((key) => items.find((one) => one.key === key) ?? key), ...found].map((one) => {
        const key = typeof one === 'string' ? one : one.key;
        const isChosen = chosen.includes(key);
        const toggle = () => onChange(isChosen ? chosen.filter((other) => other !== key) : [...chosen, key]);
        return <Choice key={key} {...{ appId, version, isChosen }} operation={one} onToggle={toggle} />;
      })}
      {data !== undefined && found.length === 0 && asked !== '' && (
        <div className={classes.hint}>No other operations match.</div>
      )}
      {hasMore && <div className={classes.hint}>Search for more operations.</div>}
    </Stack>
  );
}

interface ChoiceProps {
  appId: string;
  version: number | null;
  /** An operation that the search found, or the key of another one. */
  operation: AppOperation | string;
  isChosen: boolean;
  onToggle: () => void;
}

/** An operation by its title. The title of a chosen one that the search did not find is read. */
function Choice({ appId, version, operation, isChosen, onToggle }: ChoiceProps) {
  const isListed = typeof operation !== 'string';
  const key = isListed ? operation.key : operation;
  const read = useQuery({ ...operationQuery(appId, version ?? 0, key), enabled: !isListed && version !== null });
  const { title = '', description } = isListed ? operation : (read.data ?? {});
  return (
    <Checkbox
      size="xs"
      label={read.isLoading ? 'Loading…' : title || key}
      description={title === key || title === '' ? undefined : key}
      title={description}
      checked={isChosen}
      onChange={({ currentTarget }) => {
        onToggle();
        // The operation moves in the list, which takes the focus from it.
        requestAnimationFrame(() => currentTarget.focus({ preventScroll: true }));
      }}
    />
  );
}
