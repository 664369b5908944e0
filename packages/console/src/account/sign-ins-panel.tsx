import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { signInsQuery, useEndOtherSignIns, useEndSignIn } from '../api/queries/account-security.ts';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { PageLoader } from '../ui/page-loader.tsx';
import { Panel } from '../ui/panel.tsx';
import tableClasses from '../ui/table.module.css';
import { Ago } from '../ui/time.tsx';
import { texts } from '../texts/account.tsx';
import { browserName } from './browser-name.ts';

/** Where the person is signed in, with a button to sign out each place. */
export function SignInsPanel() {
  const signIns = useQuery(signInsQuery);
  const end = useEndSignIn();
  const endOthers = useEndOtherSignIns();
  const others = signIns.data?.some((one) => !one.current) ?? false;
  return (
    <Panel
      title={texts.whereYouAreSignedIn}
      description={texts.signOutWhatYouDo}
      actions={
        others && (
          <Button variant="default" size="xs" loading={endOthers.isPending} onClick={() => endOthers.mutate()}>
            {texts.signOutEverywhereElse}
          </Button>
        )
      }
      flush
    >
      {signIns.isError && <ErrorNotice error={signIns.error} onRetry={() => void signIns.refetch()} />}
      {signIns.isPending && <PageLoader />}
      {signIns.data && (
        <table className={tableClasses.table}>
          <thead>
            <tr>
              <th scope="col">{texts.browser}</th>
              <th scope="col">{texts.address}</th>
              <th scope="col" className={tableClasses.wide}>
                {texts.signedIn}
              </th>
              <th scope="col" aria-label={texts.actions} />
            </tr>
          </thead>
          <tbody>
            {signIns.data.map((one) => (
              <tr key={one.id}>
                <td className={tableClasses.grow} title={one.userAgent ?? undefined}>
                  {browserName(one.userAgent)}
                </td>
                <td>{one.address ?? texts.unknown}</td>
                <td className={tableClasses.wide}>
                  <Ago time={one.signedInAt} />
                </td>
                <td>
                  {one.current ? (
                    texts.thisOne
                  ) : (
                    <Button
                      variant="default"
                      size="xs"
                      aria-label={texts.signOutAt(browserName(one.userAgent), one.address ?? texts.unknownAddress)}
                      onClick={() => end.mutate(one.id)}
                    >
                      {texts.signOut}
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
