import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { signInsQuery, useEndOtherSignIns, useEndSignIn } from '../../api/queries/account-security.ts';
import { Panel } from '../../ui/panel.tsx';
import tableClasses from '../../ui/table.module.css';
import { Ago } from '../../ui/time.tsx';
import { browserName } from './browser-name.ts';
import { TableHead } from '../../ui/table-head.tsx';
import { LoadState } from '../../ui/load-state.tsx';

/** Where the person is signed in, with a button to sign out each place. */
export function SignInsPanel() {
  const signIns = useQuery(signInsQuery);
  const end = useEndSignIn();
  const endOthers = useEndOtherSignIns();
  const others = signIns.data?.some((one) => !one.current) ?? false;
  return (
    <Panel
      title="Where you are signed in"
      description="Sign out any browser that you do not recognize, then change your password."
      actions={
        others && (
          <Button variant="default" size="xs" loading={endOthers.isPending} onClick={() => endOthers.mutate()}>
            Sign out everywhere else
          </Button>
        )
      }
      flush
    >
      <LoadState query={signIns} />
      {signIns.data && (
        <table className={tableClasses.table}>
          <TableHead columns={['Browser', 'IP address', { wide: 'Signed in' }]} hasActions />
          <tbody>
            {signIns.data.map((one) => (
              <tr key={one.id}>
                <td className={tableClasses.grow} title={one.userAgent ?? undefined}>
                  {browserName(one.userAgent)}
                </td>
                <td>{one.address ?? 'Unknown'}</td>
                <td className={tableClasses.wide}>
                  <Ago time={one.signedInAt} />
                </td>
                <td>
                  {one.current ? (
                    'This browser'
                  ) : (
                    <Button
                      variant="default"
                      size="xs"
                      aria-label={`Sign out ${browserName(one.userAgent)} at ${one.address ?? 'an unknown IP address'}`}
                      onClick={() => end.mutate(one.id)}
                    >
                      Sign out
                    </Button>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Panel>
  );
}
