CREATE TABLE "oauth_connections" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "client_id" TEXT NOT NULL,
    "redirect_uri" TEXT NOT NULL,
    "scopes" TEXT[],
    "authorized_at" TIMESTAMPTZ(3) NOT NULL,
    "last_used_at" TIMESTAMPTZ(3),

    CONSTRAINT "oauth_connections_pkey" PRIMARY KEY ("id")
);

CREATE UNIQUE INDEX "oauth_connections_organization_id_user_id_client_id_key" ON "oauth_connections"("organization_id", "user_id", "client_id");
CREATE INDEX "oauth_connections_user_id_idx" ON "oauth_connections"("user_id");
CREATE INDEX "oauth_connections_client_id_idx" ON "oauth_connections"("client_id");
CREATE INDEX "oauth_connections_authorized_at_idx" ON "oauth_connections"("authorized_at");

-- Clients that people let in before connections were kept.
INSERT INTO "oauth_connections" ("id", "organization_id", "user_id", "client_id", "redirect_uri", "scopes", "authorized_at")
SELECT gen_random_uuid(), t."reference_id"::uuid, t."user_id", t."client_id", coalesce(min(c."redirect_uris"[1]), ''),
    array_remove(array_agg(DISTINCT s.scope), 'offline_access'), min(t."created_at")
FROM (
    SELECT "reference_id", "user_id", "client_id", "scopes", "created_at" FROM "oauth_access_tokens"
    UNION ALL
    SELECT "reference_id", "user_id", "client_id", "scopes", "created_at" FROM "oauth_refresh_tokens"
) t
JOIN "oauth_clients" c ON c."client_id" = t."client_id"
CROSS JOIN LATERAL unnest(t."scopes") AS s(scope)
WHERE t."user_id" IS NOT NULL AND t."reference_id" IS NOT NULL
GROUP BY t."reference_id", t."user_id", t."client_id";
