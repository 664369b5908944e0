-- "has_flow" now means that the definition is read for the sessions that start on it: for its flow control, its label
-- or its sensitive fields.
UPDATE "schedules" t SET "has_flow" = true FROM "definitions" d
  WHERE d.id = t.definition_id AND NOT t.has_flow
    AND (d.content ? 'label' OR jsonb_path_exists(d.content, '$.**.sensitive ? (@ == true)'));

UPDATE "polls" t SET "has_flow" = true FROM "definitions" d
  WHERE d.id = t.definition_id AND NOT t.has_flow
    AND (d.content ? 'label' OR jsonb_path_exists(d.content, '$.**.sensitive ? (@ == true)'));

UPDATE "due_times" t SET "has_flow" = true FROM "definitions" d
  WHERE t.status = 'WAITING' AND d.id = t.definition_id AND NOT t.has_flow
    AND (d.content ? 'label' OR jsonb_path_exists(d.content, '$.**.sensitive ? (@ == true)'));
