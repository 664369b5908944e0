import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { WorkflowFilter } from '../../api/queries/workflows.ts';
import type { WorkflowState } from '../../api/types.ts';

/** Filter of the list of workflows. Folder and tag are part of the page's URL. */
export function useWorkflowFilter() {
  const [search, setSearch] = useState('');
  const [settled] = useDebouncedValue(search.trim(), 200);
  const [state, setState] = useState<WorkflowState | null>(null);
  const [params, setParams] = useSearchParams();
  const folder = params.get('folder') ?? '';
  const tag = params.get('tag');
  const isFiltered = settled !== '' || state !== null || tag !== null;
  // A search includes the folders below.
  const query: WorkflowFilter = { search: settled, state, tag, folder, subfolders: isFiltered };
  const setTag = (value: string | null) =>
    setParams((previous) => {
      const next = new URLSearchParams(previous);
      if (value === null) next.delete('tag');
      else next.set('tag', value);
      return next;
    });
  return { search, setSearch, state, setState, tag, setTag, folder, isFiltered, query };
}
