-- oldest: 0033_events_and_webhooks
DROP INDEX "webhook_attempts_at";--> statement-breakpoint
DROP INDEX "webhook_deliveries_due";--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD COLUMN "failures" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD COLUMN "rests_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_position_fk" FOREIGN KEY ("org_id","position") REFERENCES "public"."events"("org_id","position") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "webhook_deliveries_event" ON "webhook_deliveries" USING btree ("org_id","position","endpoint_id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_due" ON "webhook_deliveries" USING btree ("org_id","endpoint_id","next_at") WHERE "webhook_deliveries"."state" = 'WAITING';