import '@mantine/core/styles/Combobox.layer.css';
import { Select } from '@mantine/core';
import type { JsonSchema } from '@workflow/component-kit';
import { OWN_TIME_ZONE } from '../values/iso-date-time.ts';
import type { FieldLabels } from './field-props.ts';

interface TimeZoneFieldProps extends FieldLabels {
  schema: JsonSchema;
  value: string;
  onChange: (value: string) => void;
}

/** Options that are drawn at a time; the search leads to the others. */
const MAX_SHOWN = 50;

/** A time zone of the IANA database, found by a part of its name. */
export function TimeZoneField({ schema, value, onChange, ...labels }: TimeZoneFieldProps) {
  const shown = value || String(schema['default'] ?? '');
  // The list leaves out UTC and former names.
  const zones = new Set([shown, OWN_TIME_ZONE, 'UTC', ...Intl.supportedValuesOf('timeZone')]);
  return (
    <Select
      {...labels}
      searchable
      allowDeselect={false}
      limit={MAX_SHOWN}
      nothingFoundMessage="No time zone of this name"
      data={[...zones]}
      value={shown}
      onChange={(zone) => zone !== null && onChange(zone)}
    />
  );
}
