/**
 * If at most this many labels match, all are read and sorted by id, so a page is complete. This is one in 250 of five
 * million sessions.
 */
const MAX_FEW = 20_000;
/** If more labels match, matches are frequent: a page examines this many labelled sessions. */
const MAX_DENSE = 25_000;
const MAX_CANDIDATES = 500;

/** SQL of U+10FFFF. No text with the same prefix sorts after it. */
const AFTER_ALL = 'chr(1114111)';

/** SQL of a scan of `sessions_labelled_idx`, newest first. */
const NEWEST = `SELECT id, label FROM sessions
    WHERE organization_id = $organizationId::uuid AND label IS NOT NULL AND id < $below::uuid AND id >= $least::uuid
      AND NOT (SELECT yes FROM is_few)
    ORDER BY id DESC`;

/** Reads limit + 1 rows of `sessions_label_idx`; ORDER BY forces this index. */
const FEW = `few AS MATERIALIZED (
      SELECT id FROM sessions WHERE organization_id = $organizationId::uuid AND label IS NOT NULL
        AND label ~>=~ $label::text AND label ~<~ ($label::text || ${AFTER_ALL})
        ORDER BY label USING ~<~ LIMIT ${MAX_FEW + 1}
    ), is_few AS MATERIALIZED (SELECT count(*) <= ${MAX_FEW} AS yes FROM few)`;

const FOUND = `SELECT id FROM few WHERE (SELECT yes FROM is_few) AND id < $below::uuid AND id >= $least::uuid
    UNION ALL (SELECT id FROM (${NEWEST} LIMIT ${MAX_DENSE}) n WHERE starts_with(n.label, $label::text)
      ORDER BY id DESC LIMIT ${MAX_CANDIDATES})`;

/**
 * SQL of the ids of an organization's newest sessions from `$least` to below `$below` whose label begins with `$label`.
 */
export const LABELLED_IDS = `WITH ${FEW} SELECT id FROM (${FOUND}) f ORDER BY id DESC LIMIT ${MAX_CANDIDATES}`;

/** SQL of the last examined id if there may be more, with the parameters of every source and `$label`. */
export const LAST_LABELLED = `WITH ${FEW}, r AS (SELECT $workflowId::uuid, $status::session_status, $parentId::uuid)
    SELECT l.id FROM (
      (SELECT id FROM (${FOUND}) f ORDER BY id DESC OFFSET ${MAX_CANDIDATES - 1} LIMIT 1)
      UNION ALL (SELECT id FROM (${NEWEST} OFFSET ${MAX_DENSE - 1} LIMIT 1) n)) l, r
    ORDER BY l.id DESC LIMIT 1`;
