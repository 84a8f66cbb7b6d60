-- oldest: 0031_accounting_wholesale
ALTER TABLE "accounting_documents" ADD COLUMN "seen" text;--> statement-breakpoint
ALTER TABLE "accounting_documents" ADD COLUMN "incarnation" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "accounting_documents" ADD COLUMN "chosen_number" text;--> statement-breakpoint
ALTER TABLE "accounting_documents" ADD COLUMN "sending" jsonb;--> statement-breakpoint
ALTER TABLE "accounting_documents" ADD COLUMN "undone_at" timestamp (3) with time zone;