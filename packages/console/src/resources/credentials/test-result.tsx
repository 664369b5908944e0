import type { useTestCredential } from '../../api/queries/credentials.ts';
import tableClasses from '../../ui/table.module.css';

/** The result of the last test of a credential; nothing before it. */
export function TestResult({ test: { data, error } }: { test: ReturnType<typeof useTestCredential> }) {
  const failed = error?.message ?? (data?.ok === false ? data.message : undefined);
  if (failed !== undefined)
    return <div className={`${tableClasses.failed} ${tableClasses.reads}`}>The test failed: {failed}</div>;
  return (
    data && <div className={`${tableClasses.soft} ${tableClasses.reads}`}>{data.message ?? 'The test succeeded'}</div>
  );
}
