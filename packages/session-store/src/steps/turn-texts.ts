import { plainArray, textArray, type SqlArray } from '../postgres/sql-arrays.ts';
import { statement } from '../postgres/named-statement.ts';
import type { Sql, Statement } from '../postgres/sql.ts';

/** Identifies a turn of an agent. */
export interface TurnPlace {
  sessionId: string;
  componentId: string;
  turn: number;
}

/** A piece of the text of a turn. A piece with null means that the turn begins again. */
export interface TurnPiece extends TurnPlace {
  text: string | null;
}

/** A new beginning is written only if the turn has pieces, so that readers discard them. */
/** The turns of pieces. Each is a list with an entry for each piece. */
type PlaceParameters = Record<'sessionIds' | 'componentIds' | 'turns', SqlArray>;

const WRITE = statement<PlaceParameters & { texts: SqlArray }>()(
  'write_turn_texts',
  `INSERT INTO turn_texts (session_id, component_id, turn, text)
    SELECT i.session_id, i.component_id, i.turn, i.text
    FROM unnest($sessionIds::uuid[], $componentIds::uuid[], $turns::int[], $texts::text[]) WITH ORDINALITY
      AS i(session_id, component_id, turn, text, number)
    WHERE i.text IS NOT NULL OR EXISTS (SELECT FROM turn_texts t WHERE t.session_id = i.session_id
      AND t.component_id = i.component_id AND t.turn = i.turn)
    ORDER BY i.number`,
  {},
);

/** Writes pieces in their order. */
export async function writeTurnTexts(sql: Sql, pieces: readonly TurnPiece[]): Promise<void> {
  await sql.query(...WRITE.with({ ...placesOf(pieces), texts: textArray(pieces.map(({ text }) => text)) }));
}

/** The time after which no turn can still run. */
const MAX_AGE = `interval '2 hours'`;
/** Maximum number of abandoned pieces that one statement deletes. */
const MAX_LEFT = 200;

const DELETE = statement<PlaceParameters>()(
  'delete_turn_texts',
  `DELETE FROM turn_texts t USING unnest($sessionIds::uuid[], $componentIds::uuid[], $turns::int[])
    AS i(session_id, component_id, turn)
    WHERE t.session_id = i.session_id AND t.component_id = i.component_id AND t.turn = i.turn`,
  {},
);

const DELETE_LEFT: Statement = {
  name: 'delete_left_turn_texts',
  text: `DELETE FROM turn_texts WHERE written_at < now() - ${MAX_AGE}
    AND id = ANY (ARRAY(SELECT id FROM turn_texts ORDER BY id LIMIT ${MAX_LEFT}))`,
};

/** Deletes the pieces of turns, and some that executors abandoned. */
export async function deleteTurnTexts(sql: Sql, turns: readonly TurnPlace[]): Promise<void> {
  await sql.query(...DELETE.with(placesOf(turns)));
  await sql.query(DELETE_LEFT, []);
}

function placesOf(places: readonly TurnPlace[]): PlaceParameters {
  return {
    sessionIds: plainArray(places.map(({ sessionId }) => sessionId)),
    componentIds: plainArray(places.map(({ componentId }) => componentId)),
    turns: plainArray(places.map(({ turn }) => turn)),
  };
}

/** A stored piece. Later pieces of a session have greater numbers. */
export interface StoredPiece extends TurnPiece {
  id: number;
}

/** Maximum number of pieces that one read returns for each session. A piece has at most 8 KiB. */
const MAX_PIECES = 16;
/** Maximum number of sessions that one read handles, so that it returns at most 4 MiB. */
export const MAX_TEXT_PLACES = 32;

const READ = statement<Record<'sessionIds' | 'after', SqlArray>>()(
  'read_turn_texts',
  `SELECT i.place::int AS place, t.id::float8 AS id, t.session_id AS "sessionId",
      t.component_id AS "componentId", t.turn, t.text
    FROM unnest($sessionIds::uuid[], $after::bigint[]) WITH ORDINALITY AS i(session_id, after, place)
    CROSS JOIN LATERAL (SELECT * FROM turn_texts p WHERE p.session_id = i.session_id AND p.id > i.after
      ORDER BY p.id LIMIT ${MAX_PIECES}) t
    ORDER BY i.place, t.id`,
  { place: 'int4', id: 'float8', sessionId: 'uuid', componentId: 'uuid', turn: 'int4', text: 'text?' },
);

/** A session, and the number of the piece after which to read. */
interface TextPlace {
  sessionId: string;
  after: number;
}

/** Reads the next pieces of at most `MAX_TEXT_PLACES` sessions. Returns a list for each session, in the same order. */
export async function readTurnTexts(sql: Sql, places: readonly TextPlace[]): Promise<StoredPiece[][]> {
  const placesToRead = places.slice(0, MAX_TEXT_PLACES);
  if (placesToRead.length === 0) return [];
  const ids = plainArray(placesToRead.map(({ sessionId }) => sessionId));
  const rows = await sql.query(
    ...READ.with({ sessionIds: ids, after: plainArray(placesToRead.map(({ after }) => after)) }),
  );
  const byPlace = Map.groupBy(rows, ({ place }) => place);
  return placesToRead.map((_, index) => (byPlace.get(index + 1) ?? []).map(({ place: _place, ...piece }) => piece));
}
