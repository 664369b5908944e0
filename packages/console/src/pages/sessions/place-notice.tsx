import { Code } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import { placeQuery } from '../../api/queries/sessions.ts';
import { SessionLink } from '../../features/sessions/session-link.tsx';
import { plural } from '../../ui/plural.ts';
import { formatNumber } from '../../ui/format-number.ts';

/** The value of the key that holds a session back, and the sessions that have its places. */
export function PlaceNotice({ sessionId }: { sessionId: string }) {
  const { data: place } = useQuery(placeQuery(sessionId));
  if (place === undefined || place.rule === null) return null;
  const { key, limit, holders, ahead } = place;
  return (
    <>
      <div>
        {key === null ? 'Sessions without a key' : 'Key '}
        {key !== null && <Code>{key}</Code>}
        {limit !== null && `: ${formatNumber(limit)} run at the same time`}
        {ahead > 0 &&
          plural(ahead, {
            one: '. 1 session is ahead.',
            other: `. ${formatNumber(ahead)} sessions are ahead.`,
          })}
      </div>
      {holders.length > 0 && (
        <div>
          Held by{' '}
          {holders.map(({ id, label }, index) => (
            <Fragment key={id}>
              {index > 0 && ', '}
              <SessionLink id={id}>{label ?? id}</SessionLink>
            </Fragment>
          ))}
        </div>
      )}
    </>
  );
}
