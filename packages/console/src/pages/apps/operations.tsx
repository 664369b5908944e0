import { TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type App, type AppOperation, operationPagesQuery } from '../../api/queries/apps.ts';
import { EFFECT_NAMES } from '../../features/apps/app-names.ts';
import { MoreButton } from '../../ui/more-button.tsx';
import { Panel } from '../../ui/panel.tsx';
import tableClasses from '../../ui/table.module.css';
import classes from './app.module.css';
import { TableHead } from '../../ui/table-head.tsx';
import { LoadState } from '../../ui/load-state.tsx';

const TYPED_MS = 200;
const MAX_SEARCH = 100;

/** The operations of the newest version, with a search, page by page. */
export function Operations({ app, version }: { app: App; version: number }) {
  const [search, setSearch] = useState('');
  const [asked] = useDebouncedValue(search.trim(), TYPED_MS);
  const list = useInfiniteQuery({
    ...operationPagesQuery(app.id, version, asked),
    placeholderData: keepPreviousData,
  });
  const operations = list.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <div className={classes.gap}>
      <Panel title={`Operations (${app.operationCount})`} flush>
        <TextInput
          type="search"
          className={classes.search ?? ''}
          aria-label="Search operations"
          placeholder="Search operations"
          maxLength={MAX_SEARCH}
          leftSection={<IconSearch size={16} />}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        <div role="status" className={classes.count}>
          {list.isSuccess && operations.length === 0 && 'No operations match.'}
        </div>
        <LoadState query={list} />
        {operations.length > 0 && (
          <table className={tableClasses.table} aria-label="Operations">
            <TableHead columns={['Operation', { wide: 'Group' }, { wide: 'Effect' }]} />
            <tbody>
              {operations.map((operation) => (
                <Row key={operation.key} operation={operation} />
              ))}
            </tbody>
          </table>
        )}
        <MoreButton list={list} />
      </Panel>
    </div>
  );
}

function Row({ operation: { key, title, description, group, effect, deprecated } }: { operation: AppOperation }) {
  return (
    <tr>
      <td className={`${tableClasses.grow} ${tableClasses.wrapped}`}>
        <div className={tableClasses.reads}>
          <strong>{title || key}</strong>
          {deprecated && ' (deprecated)'}
        </div>
        {title !== key && title !== '' && <div className={`${tableClasses.soft} ${tableClasses.mono}`}>{key}</div>}
        {description !== '' && description !== title && (
          <div className={`${tableClasses.soft} ${tableClasses.clamped}`}>{description}</div>
        )}
        <div className={tableClasses.onPhones}>Effect: {EFFECT_NAMES[effect]}</div>
      </td>
      <td className={tableClasses.wide}>{group ?? '–'}</td>
      <td className={tableClasses.wide}>{EFFECT_NAMES[effect]}</td>
    </tr>
  );
}
