CREATE TABLE "workflow_references" (
    "workflow_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "version" INTEGER NOT NULL,
    "organization_id" UUID NOT NULL,
    "component_id" UUID NOT NULL,
    "path" TEXT NOT NULL,
    "target" TEXT NOT NULL,
    "waits" BOOLEAN NOT NULL,

    CONSTRAINT "workflow_references_pkey" PRIMARY KEY ("workflow_id","kind","position"),
    CONSTRAINT "workflow_references_workflow_id_version_fkey" FOREIGN KEY ("workflow_id", "version") REFERENCES "workflow_versions"("workflow_id", "number") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE INDEX "workflow_references_organization_id_kind_target_workflow_id_idx" ON "workflow_references"("organization_id", "kind", "target", "workflow_id");

-- What is published now, by the component types of today. Names of secrets are those of the calls that templates and
-- expressions spell out.
INSERT INTO "workflow_references" (workflow_id, kind, position, version, organization_id, component_id, path, target, waits)
WITH RECURSIVE places AS (
  SELECT w.organization_id, w.id AS workflow_id, v.number AS version, c.component->>'id' AS component_id,
    c.component->>'type' AS type, c.component->'config' AS config, NULL::text AS key, '/config' AS path,
    c.component->'config' AS value
  FROM workflows w
  JOIN workflow_versions v ON v.workflow_id = w.id AND v.number = w.published_version
  JOIN definitions d ON d.id = v.definition_id
  CROSS JOIN LATERAL jsonb_array_elements(d.content->'components') AS c(component)
  WHERE w.deleted_at IS NULL AND (c.component->>'disabled') IS DISTINCT FROM 'true'
  UNION ALL
  SELECT p.organization_id, p.workflow_id, p.version, p.component_id, p.type, p.config, e.key,
    p.path || '/' || replace(replace(e.key, '~', '~0'), '/', '~1'), e.value
  FROM places p
  CROSS JOIN LATERAL (
    SELECT key, value FROM jsonb_each(CASE WHEN jsonb_typeof(p.value) = 'object' THEN p.value ELSE '{}' END)
    UNION ALL
    SELECT (number - 1)::text, value
    FROM jsonb_array_elements(CASE WHEN jsonb_typeof(p.value) = 'array' THEN p.value ELSE '[]' END)
      WITH ORDINALITY AS i(value, number)
  ) e
), texts AS (
  SELECT p.*, p.value #>> '{}' AS text FROM places p WHERE jsonb_typeof(p.value) = 'string'
), found AS (
  SELECT t.*, 'secret' AS kind, m[1] AS target
  FROM texts t
  CROSS JOIN LATERAL (
    SELECT DISTINCT regexp_matches(t.text, '\$secret\s*\(\s*["'']([A-Za-z_][A-Za-z0-9_.-]*)["'']\s*\)', 'g') AS m
  ) s
  WHERE t.text LIKE '%{{%' OR t.key = 'expression'
  UNION ALL
  SELECT t.*, 'secret', t.text FROM texts t WHERE t.type = 'webhook' AND t.path = '/config/verification/secret'
  UNION ALL
  SELECT t.*, r.kind, lower(t.text)
  FROM texts t
  JOIN (VALUES ('/config/workflowId', 'workflow'), ('/config/componentId', 'component')) AS r(path, kind)
    ON r.path = t.path
  -- The forms that PostgreSQL reads as a uuid; pg_input_is_valid came with version 16.
  WHERE t.type IN ('run-workflow', 'for-each')
    AND t.text ~ '^(\{([0-9A-Fa-f]{4}-?){7}[0-9A-Fa-f]{4}\}|([0-9A-Fa-f]{4}-?){7}[0-9A-Fa-f]{4})$'
)
SELECT workflow_id, kind, row_number() OVER (PARTITION BY workflow_id ORDER BY component_id, path, target), version,
  organization_id, component_id::uuid, path, target,
  kind = 'workflow' AND (type = 'for-each' OR (config->>'wait') IS DISTINCT FROM 'false')
FROM found;
