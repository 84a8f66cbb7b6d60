-- oldest: 0000_first
ALTER TABLE "brands" ADD COLUMN "review" text;--> statement-breakpoint
ALTER TABLE "brands" ADD CONSTRAINT "brands_review" CHECK ("brands"."review" is null or ("brands"."review" in ('IN_REVIEW', 'REJECTED') and "brands"."disabled"));