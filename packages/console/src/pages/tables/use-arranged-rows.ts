import { useInfiniteQuery } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import { tableRowsQuery } from '../../api/queries/tables.ts';
import { arrangeRows, type RowOrder } from './arrange-rows.ts';

/** A page holds this many rows at most while it searches and sorts. */
export const MAX_ARRANGED = 10_000;

/** The rows of a table: page by page, or all of them where they are searched or sorted. */
export function useArrangedRows(tableName: string) {
  const list = useInfiniteQuery(tableRowsQuery(tableName));
  const [search, setSearch] = useState('');
  const [order, setOrder] = useState<RowOrder | null>(null);
  const wanted = useDeferredValue(search);
  const isArranged = search.trim() !== '' || order !== null;
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = list;
  const read = useMemo(() => data?.pages.flatMap(({ items }) => items) ?? [], [data]);
  const isReading = isArranged && hasNextPage && read.length < MAX_ARRANGED;
  useEffect(() => {
    if (isReading && !isFetching && !isError) void fetchNextPage();
  }, [isReading, isFetching, isError, fetchNextPage]);
  const rows = useMemo(() => arrangeRows(read, wanted, order), [read, wanted, order]);
  return { list, rows, read, search, setSearch, order, setOrder, isArranged, isReading };
}
