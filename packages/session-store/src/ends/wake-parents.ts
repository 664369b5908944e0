/**
 * Returns SQL that counts an ended child for each parent in the column `parent_id` of `source`, and makes a WAITING
 * parent due. It returns the ids of the parents, and whether each is due. The parent's row is not filtered by its
 * status: the statement waits for a parent that becomes WAITING at the same time, and the CASE then sees its new state.
 * A filter would skip it.
 */
export function wakeParents(source: string): string {
  return `UPDATE sessions p SET
      children_finished = p.children_finished + w.ended,
      due_at = CASE WHEN p.status = 'WAITING' AND (p.due_at IS NULL OR p.due_at > clock_timestamp())
        THEN greatest(clock_timestamp(), p.enqueued_at + interval '1 microsecond') ELSE p.due_at END
    FROM (SELECT parent_id, count(*)::int AS ended FROM ${source} WHERE parent_id IS NOT NULL
      GROUP BY parent_id ORDER BY parent_id) w
    WHERE p.id = w.parent_id
    RETURNING p.id, p.status = 'WAITING' AS is_due`;
}
