-- A person at an identity provider has one account, also when two of their sign-ins arrive together.
-- A statement alone is no transaction, so the index is built beside traffic. A build that was given up leaves an
-- invalid index, which is dropped before the next try.
-- squawk-ignore ban-concurrent-index-creation-in-transaction, prefer-robust-stmts
CREATE UNIQUE INDEX CONCURRENTLY "accounts_provider_id_account_id_key" ON "accounts"("provider_id", "account_id");
