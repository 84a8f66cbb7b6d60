-- oldest: 0017_discontinue_packages
ALTER TABLE "tracking_differences" DROP CONSTRAINT "tracking_differences_kind";--> statement-breakpoint
ALTER TABLE "harvests" ADD COLUMN "outside_plants" numeric DEFAULT '0' NOT NULL;--> statement-breakpoint
ALTER TABLE "harvests" ADD COLUMN "outside_waste" numeric DEFAULT '0' NOT NULL;--> statement-breakpoint
ALTER TABLE "harvests" ADD COLUMN "outside_packaged" numeric DEFAULT '0' NOT NULL;--> statement-breakpoint
ALTER TABLE "tracking_differences" ADD COLUMN "harvest_id" bigint;--> statement-breakpoint
ALTER TABLE "tracking_differences" ADD CONSTRAINT "tracking_differences_harvest_id_fk" FOREIGN KEY ("org_id","harvest_id") REFERENCES "public"."harvests"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tracking_differences" ADD CONSTRAINT "tracking_differences_kind" CHECK ("tracking_differences"."kind" in ('QUANTITY', 'UNIT', 'GONE', 'UNREADABLE', 'REFUSED', 'PLANTS', 'WASTE', 'PACKAGED'));