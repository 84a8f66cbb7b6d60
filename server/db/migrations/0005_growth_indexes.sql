-- oldest: 0000_first
DROP INDEX CONCURRENTLY IF EXISTS "audit_log_org";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "changes_finished" ON "changes" USING btree ("org_id","kind","finished_at");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "oidc_payloads_consumed_at_index" ON "oidc_payloads" USING btree ("consumed_at") WHERE "oidc_payloads"."consumed_at" is not null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "marketplace_moves_over" ON "marketplace_moves" USING btree ("org_id","updated_at") WHERE "marketplace_moves"."state" in ('SENT', 'DROPPED');--> statement-breakpoint
CREATE INDEX CONCURRENTLY "tracking_differences_settled" ON "tracking_differences" USING btree ("org_id","settled_at") WHERE "tracking_differences"."settled_at" is not null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "tracking_writes_sent" ON "tracking_writes" USING btree ("org_id","updated_at") WHERE "tracking_writes"."state" = 'SENT';--> statement-breakpoint
CREATE INDEX CONCURRENTLY "order_mails_files" ON "order_mails" USING btree ("org_id","created_at") WHERE "order_mails"."files_removed_at" is null and "order_mails"."sent_at" is not null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "audit_log_created" ON "audit_log" USING btree ("org_id","created_at");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "audit_log_passing" ON "audit_log" USING btree ("org_id","created_at") WHERE not "audit_log"."entity" in ('order', 'payment', 'product');