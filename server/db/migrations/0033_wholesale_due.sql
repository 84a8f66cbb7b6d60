-- oldest: 0031_accounting_wholesale
ALTER TABLE "wholesale_records" ADD COLUMN "due_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "wholesale_records_due" ON "wholesale_records" USING btree ("org_id","sync_id","kind","due_at") WHERE "wholesale_records"."due_at" is not null;