import { Alert } from '@mantine/core';
import type { Session } from '../../api/types.ts';
import { ComponentChanges } from './component-changes.tsx';

/** That a retry moved the session to another version, and what was different there. */
export function MovedNotice({
  moved: { run, fromVersion, toVersion, changes },
}: {
  moved: NonNullable<Session['moved']>;
}) {
  return (
    <Alert
      color="gray"
      variant="light"
      p="sm"
      title={
        toVersion === null
          ? `Retry ${run - 1} used the draft of that time`
          : `Retry ${run - 1} ran version ${toVersion} instead of version ${fromVersion}`
      }
    >
      <ComponentChanges changes={changes} />
    </Alert>
  );
}
