/**
 * Labels of so many sessions, at the most, are all read and sorted by id: a page is then complete. Of one in 250
 * of five million sessions these are as many.
 */
const MAX_FEW = 20_000;
/** Where more sessions begin with a text, they are dense: a page looks for them among so many labelled ones. */
const MAX_DENSE = 25_000;
const MAX_CANDIDATES = 500;

/** U+10FFFF, after which no text comes that begins with the same. */
const AFTER_ALL = 'chr(1114111)';

/** A scan of `sessions_labelled_idx`, newest first. */
const NEWEST = `SELECT id, label FROM sessions
    WHERE organization_id = $organizationId::uuid AND label IS NOT NULL AND id < $below::uuid AND id >= $least::uuid
      AND NOT (SELECT yes FROM is_few)
    ORDER BY id DESC`;

/** `few`: up to one more than are read, by `sessions_label_idx`, whose order is asked for so that it is used. */
const FEW = `few AS MATERIALIZED (
      SELECT id FROM sessions WHERE organization_id = $organizationId::uuid AND label IS NOT NULL
        AND label ~>=~ $label::text AND label ~<~ ($label::text || ${AFTER_ALL})
        ORDER BY label USING ~<~ LIMIT ${MAX_FEW + 1}
    ), is_few AS MATERIALIZED (SELECT count(*) <= ${MAX_FEW} AS yes FROM few)`;

const FOUND = `SELECT id FROM few WHERE (SELECT yes FROM is_few) AND id < $below::uuid AND id >= $least::uuid
    UNION ALL (SELECT id FROM (${NEWEST} LIMIT ${MAX_DENSE}) n WHERE starts_with(n.label, $label::text)
      ORDER BY id DESC LIMIT ${MAX_CANDIDATES})`;

/**
 * SQL of the ids of an organization's newest sessions between `$least` and `$below` whose label begins with `$label`.
 */
export const LABELLED_IDS = `WITH ${FEW} SELECT id FROM (${FOUND}) f ORDER BY id DESC LIMIT ${MAX_CANDIDATES}`;

/** SQL of the last id that was read where there may be more, with the parameters of every source and `$label`. */
export const LAST_LABELLED = `WITH ${FEW}, r AS (SELECT $workflowId::uuid, $status::session_status, $parentId::uuid)
    SELECT l.id FROM (
      (SELECT id FROM (${FOUND}) f ORDER BY id DESC OFFSET ${MAX_CANDIDATES - 1} LIMIT 1)
      UNION ALL (SELECT id FROM (${NEWEST} OFFSET ${MAX_DENSE - 1} LIMIT 1) n)) l, r
    ORDER BY l.id DESC LIMIT 1`;
