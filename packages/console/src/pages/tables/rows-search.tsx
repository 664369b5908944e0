import { Text, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { EmptyState } from '../../ui/empty-state.tsx';
import { plural } from '../../ui/plural.ts';
import classes from './rows-table.module.css';
import { MAX_ARRANGED, type useArrangedRows } from './use-arranged-rows.ts';
import { formatNumber } from '../../ui/format-number.ts';

/** The search, and what it found. */
export function RowsSearch({ arranged }: { arranged: ReturnType<typeof useArrangedRows> }) {
  const { search, setSearch, rows, list, isArranged, isReading } = arranged;
  const isCut = isArranged && !isReading && list.hasNextPage;
  const isSearched = search.trim() !== '';
  return (
    <>
      <TextInput
        className={classes.search ?? ''}
        placeholder="Search rows"
        aria-label="Search rows"
        leftSection={<IconSearch size={16} />}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      <Text size="sm" c="dimmed" role="status">
        {isReading && 'Reading all rows…'}
        {!isReading && isSearched && plural(rows.length, { one: '1 row found', other: `${rows.length} rows found` })}
        {isCut && ` Only the first ${formatNumber(MAX_ARRANGED)} rows by key are searched.`}
      </Text>
      {isSearched && !isReading && rows.length === 0 && (
        <EmptyState title="No rows match" text="Search for another key or value." />
      )}
    </>
  );
}
