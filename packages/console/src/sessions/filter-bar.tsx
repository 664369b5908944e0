import { Select, TextInput } from '@mantine/core';
import { SESSION_MODES, SESSION_STATUSES, SESSION_TRIGGERS } from '@workflow/workflow-model';
import { useQuery } from '@tanstack/react-query';
import { allWorkflowsQuery } from '../api/queries/workflows.ts';
import classes from './filter-bar.module.css';
import { type FilterKey, type ShownSessions, TIME_SPANS } from './session-filters.ts';
import { SessionSearch } from './session-search.tsx';

const TRIGGER_WORDS: Record<string, string> = { API: 'API', WEBHOOK: 'Webhook', CONSOLE: 'Console', WORKFLOW: 'Workflow' };

interface FilterBarProps {
  shown: ShownSessions;
  onChange: (key: FilterKey, value: string | null) => void;
}

export function FilterBar({ shown: { filter, time, since, until }, onChange }: FilterBarProps) {
  const workflows = useQuery(allWorkflowsQuery);
  return (
    <div className={classes.bar} role="search" aria-label="Sessions">
      <SessionSearch text={filter.text} onChange={(value) => onChange('text', value)} />
      <Select
        aria-label="Workflow"
        placeholder="Any workflow"
        searchable
        clearable
        data={workflows.data?.items.map(({ id, name }) => ({ value: id, label: name })) ?? []}
        value={filter.workflowId ?? null}
        onChange={(value) => onChange('workflowId', value)}
      />
      <Select aria-label="Status" placeholder="Any status" clearable data={SESSION_STATUSES.map(asOption)} value={filter.status ?? null} onChange={(value) => onChange('status', value)} />
      <Select aria-label="Mode" placeholder="Any mode" clearable data={[...SESSION_MODES]} value={filter.mode ?? null} onChange={(value) => onChange('mode', value)} />
      <Select
        aria-label="Trigger"
        placeholder="Any trigger"
        clearable
        data={SESSION_TRIGGERS.map((value) => ({ value, label: TRIGGER_WORDS[value] ?? value }))}
        value={filter.trigger ?? null}
        onChange={(value) => onChange('trigger', value)}
      />
      <Select aria-label="Time" placeholder="Any time" clearable data={TIME_SPANS} value={time} onChange={(value) => onChange('time', value)} />
      {time === 'custom' && (
        <>
          <TimeField label="From" value={since} onChange={(value) => onChange('since', value)} />
          <TimeField label="Until" value={until} onChange={(value) => onChange('until', value)} />
        </>
      )}
    </div>
  );
}

interface TimeFieldProps {
  label: string;
  value: string | null;
  onChange: (value: string | null) => void;
}

function TimeField({ label, value, onChange }: TimeFieldProps) {
  return (
    <TextInput
      type="datetime-local"
      aria-label={label}
      title={label}
      leftSection={<span className={classes.word}>{label}</span>}
      leftSectionWidth={52}
      value={value === null ? '' : localOf(value)}
      onChange={(event) => onChange(event.currentTarget.value === '' ? null : new Date(event.currentTarget.value).toISOString())}
    />
  );
}

/** A time as a `datetime-local` input shows it, in the reader's zone. */
function localOf(iso: string): string {
  const date = new Date(iso);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

function asOption(value: string) {
  return { value, label: value.charAt(0) + value.slice(1).toLowerCase() };
}
