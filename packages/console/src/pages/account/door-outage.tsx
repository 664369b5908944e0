import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Door } from './door.tsx';

/** Shown in place of a page before signing in that the service cannot answer now. */
export function DoorOutage({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <Door title="Cannot read from the server">
      <ErrorNotice error={error} onRetry={onRetry} />
    </Door>
  );
}
