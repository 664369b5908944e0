/**
 * The number of elements of a packed step. Steps of a session that succeeded may be in its own row, as one flat JSON
 * array with these elements for each: component, port, start in milliseconds since 1970, duration in milliseconds,
 * input and output (decision 0299). Each succeeded at its first attempt.
 */
const ELEMENTS = 6;

/** Returns SQL of the element at this offset within a step. */
const element = (place: number): string => `p.elements[n.first + ${place}]`;
const value = (place: number): string =>
  `CASE WHEN json_typeof(${element(place)}) <> 'null' THEN ${element(place)} END`;
const milliseconds = (place: number): string => `${element(place)}::text::bigint * interval '1 millisecond'`;

/**
 * Returns SQL of the steps of the session with this id, with the columns of `steps`, whether they have rows or are
 * packed in the session's row. A session that continues, or can be retried, has only rows: statements for these read
 * `steps`.
 * Elements are extracted whole, because operators that look into JSON refuse some escapes that values may contain.
 */
export function stepsOf(sessionId: string): string {
  return `(SELECT session_id, run, component_id, iteration, attempt, status, port, input, ordered_input, input_bytes,
        output, ordered_output, output_bytes, hidden, error, started_at, finished_at, part
      FROM steps WHERE session_id = ${sessionId}
    UNION ALL
    SELECT v.session_id, v.run, v.component_id, 0, 1, 'SUCCEEDED'::step_status, v.port,
        NULL::jsonb, v.input, octet_length(v.input::text), NULL::jsonb, v.output, octet_length(v.output::text),
        NULL::bytea, NULL::jsonb, v.started_at, v.started_at + v.took, NULL::jsonb
      FROM (
        SELECT p.session_id, p.run, (${element(0)} #>> '{}')::uuid AS component_id, ${element(1)} #>> '{}' AS port,
          timestamptz 'epoch' + ${milliseconds(2)} AS started_at, ${milliseconds(3)} AS took,
          ${value(4)} AS input, ${value(5)} AS output
        FROM (SELECT s.id AS session_id, s.run, ARRAY(SELECT json_array_elements(s.packed_steps)) AS elements
          FROM sessions s WHERE s.id = ${sessionId} AND s.packed_steps IS NOT NULL OFFSET 0) p
        CROSS JOIN LATERAL generate_series(1, cardinality(p.elements), ${ELEMENTS}) n(first)
      ) v)`;
}
