-- oldest: 0031_accounting_wholesale
ALTER TABLE "product_stock" ADD COLUMN "set_aside" numeric;--> statement-breakpoint
ALTER TABLE "wholesale_syncs" ADD COLUMN "orders_known_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "wholesale_syncs" ADD COLUMN "stock_compared_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "wholesale_records" ADD COLUMN "stock_mark" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "wholesale_records" ADD COLUMN "shown" numeric;--> statement-breakpoint
ALTER TABLE "wholesale_records" ADD COLUMN "shown_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "wholesale_records" ADD COLUMN "is_unsure" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "wholesale_records" ADD COLUMN "stock_due_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "wholesale_records_stock_due" ON "wholesale_records" USING btree ("org_id","sync_id","stock_due_at") WHERE "wholesale_records"."stock_due_at" is not null;