-- oldest: 0021_partners_and_shares
ALTER TABLE "licenses" ADD COLUMN "checked_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "licenses" ADD COLUMN "checked_from" text;--> statement-breakpoint
ALTER TABLE "licenses" ADD COLUMN "stated_status" text;