import '@mantine/core/styles/Combobox.layer.css';
import { Select, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import type { WorkflowState } from '../../api/types.ts';
import { nameOf } from '../../names/name-of.ts';
import { statusNames } from '../../names/session-names.ts';
import type { useWorkflowFilter } from './use-workflow-filter.ts';
import classes from './workflows-page.module.css';

const STATES: WorkflowState[] = ['DRAFT', 'PUBLISHED', 'CHANGED'];

interface WorkflowFiltersProps {
  filter: ReturnType<typeof useWorkflowFilter>;
  /** Tags in use. */
  tags: readonly string[];
}

/** Search, state and tag. */
export function WorkflowFilters({ filter, tags }: WorkflowFiltersProps) {
  const { search, setSearch, state, setState, tag, setTag } = filter;
  const offered = new Set([...tags, ...(tag === null ? [] : [tag])]);
  return (
    <div className={classes.filters}>
      <TextInput
        className={classes.search ?? ''}
        placeholder="Search by name, description or ID"
        aria-label="Search workflows"
        leftSection={<IconSearch size={16} />}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      <Select
        aria-label="State"
        placeholder="Any state"
        clearable
        data={STATES.map((value) => ({ value, label: nameOf(statusNames, value) }))}
        value={state}
        onChange={(value) => setState(value as WorkflowState | null)}
      />
      {offered.size > 0 && (
        <Select
          aria-label="Tag"
          placeholder="Any tag"
          clearable
          searchable
          data={[...offered]}
          value={tag}
          onChange={setTag}
        />
      )}
    </div>
  );
}
