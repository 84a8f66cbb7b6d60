-- oldest: 0000_first
CREATE TABLE "harvest_ingredients" (
	"org_id" bigint NOT NULL,
	"package_id" bigint NOT NULL,
	"harvest_id" bigint NOT NULL,
	"weight" numeric NOT NULL,
	"unit_of_measure" text NOT NULL,
	CONSTRAINT "harvest_ingredients_org_id_package_id_harvest_id_pk" PRIMARY KEY("org_id","package_id","harvest_id"),
	CONSTRAINT "harvest_ingredients_weight" CHECK ("harvest_ingredients"."weight" > 0),
	CONSTRAINT "harvest_ingredients_unit" CHECK ("harvest_ingredients"."unit_of_measure" in ('g', 'kg', 'lb', 'oz', 'mg'))
);
--> statement-breakpoint
CREATE TABLE "harvest_packages" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "harvest_packages_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"org_id" bigint NOT NULL,
	"harvest_id" bigint NOT NULL,
	"label" text NOT NULL,
	"item_id" bigint NOT NULL,
	"unit_of_measure" text NOT NULL,
	"location_id" bigint NOT NULL,
	"location_name" text NOT NULL,
	"for_testing" boolean NOT NULL,
	"packaged_on" date NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"state" text DEFAULT 'DRAFT' NOT NULL,
	"problem" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "harvest_packages_org_id_id_pk" PRIMARY KEY("org_id","id"),
	CONSTRAINT "harvest_packages_state" CHECK ("harvest_packages"."state" in ('DRAFT', 'WAITING', 'SENT', 'REFUSED', 'UNDONE')),
	CONSTRAINT "harvest_packages_unit" CHECK ("harvest_packages"."unit_of_measure" in ('g', 'kg', 'lb', 'oz', 'mg'))
);
--> statement-breakpoint
CREATE TABLE "harvest_plants" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "harvest_plants_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"org_id" bigint NOT NULL,
	"harvest_id" bigint NOT NULL,
	"label" text NOT NULL,
	"is_whole" boolean NOT NULL,
	"weight" numeric,
	"unit_of_measure" text NOT NULL,
	"origin" text,
	"weighed_by" bigint,
	"weighed_at" timestamp (3) with time zone,
	"device" text DEFAULT '' NOT NULL,
	"state" text DEFAULT 'DRAFT' NOT NULL,
	"problem" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "harvest_plants_org_id_id_pk" PRIMARY KEY("org_id","id"),
	CONSTRAINT "harvest_plants_state" CHECK ("harvest_plants"."state" in ('DRAFT', 'WAITING', 'SENT', 'REFUSED', 'UNDONE')),
	CONSTRAINT "harvest_plants_weight" CHECK ("harvest_plants"."weight" > 0 and ("harvest_plants"."weight" is null) = ("harvest_plants"."origin" is null)),
	CONSTRAINT "harvest_plants_origin" CHECK ("harvest_plants"."origin" in ('SCALE', 'TYPED', 'DISTRIBUTED')),
	CONSTRAINT "harvest_plants_unit" CHECK ("harvest_plants"."unit_of_measure" in ('g', 'kg', 'lb', 'oz', 'mg'))
);
--> statement-breakpoint
CREATE TABLE "harvest_waste" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "harvest_waste_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"org_id" bigint NOT NULL,
	"harvest_id" bigint NOT NULL,
	"waste_type" text NOT NULL,
	"weight" numeric NOT NULL,
	"unit_of_measure" text NOT NULL,
	"wasted_on" date NOT NULL,
	"tracking_id" bigint,
	"state" text DEFAULT 'DRAFT' NOT NULL,
	"problem" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "harvest_waste_org_id_id_pk" PRIMARY KEY("org_id","id"),
	CONSTRAINT "harvest_waste_state" CHECK ("harvest_waste"."state" in ('DRAFT', 'WAITING', 'SENT', 'REFUSED', 'UNDONE')),
	CONSTRAINT "harvest_waste_weight" CHECK ("harvest_waste"."weight" > 0),
	CONSTRAINT "harvest_waste_unit" CHECK ("harvest_waste"."unit_of_measure" in ('g', 'kg', 'lb', 'oz', 'mg'))
);
--> statement-breakpoint
CREATE TABLE "harvests" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "harvests_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"org_id" bigint NOT NULL,
	"license_id" bigint NOT NULL,
	"name" text NOT NULL,
	"harvest_date" date NOT NULL,
	"strain_id" bigint NOT NULL,
	"strain_name" text NOT NULL,
	"drying_location_id" bigint NOT NULL,
	"drying_location_name" text NOT NULL,
	"unit_of_measure" text NOT NULL,
	"harvest_type" text NOT NULL,
	"state" text DEFAULT 'ACTIVE' NOT NULL,
	"tracking_id" bigint,
	"submitted_at" timestamp (3) with time zone,
	"submitted_by" bigint,
	"finished_on" date,
	"created_by" bigint NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "harvests_org_id_id_pk" PRIMARY KEY("org_id","id"),
	CONSTRAINT "harvests_state" CHECK ("harvests"."state" in ('ACTIVE', 'SUBMITTING', 'SUBMITTED', 'FINISHED')),
	CONSTRAINT "harvests_type" CHECK ("harvests"."harvest_type" in ('Product', 'WholePlant')),
	CONSTRAINT "harvests_unit" CHECK ("harvests"."unit_of_measure" in ('g', 'kg', 'lb', 'oz', 'mg'))
);
--> statement-breakpoint
CREATE TABLE "sandbox_harvests" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sandbox_harvests_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"license_number" text NOT NULL,
	"list" text NOT NULL,
	"name" text NOT NULL,
	"harvest_date" date NOT NULL,
	"location" text NOT NULL,
	"strain" text NOT NULL,
	"harvest_type" text NOT NULL,
	"unit" text NOT NULL,
	"wet" numeric DEFAULT '0' NOT NULL,
	"waste" numeric DEFAULT '0' NOT NULL,
	"packaged" numeric DEFAULT '0' NOT NULL,
	"restored" numeric DEFAULT '0' NOT NULL,
	"plant_count" integer DEFAULT 0 NOT NULL,
	"package_count" integer DEFAULT 0 NOT NULL,
	"finished_on" date,
	"modified_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sandbox_plants" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sandbox_plants_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"license_number" text NOT NULL,
	"list" text NOT NULL,
	"label" text NOT NULL,
	"harvest_id" bigint,
	"harvest_count" integer DEFAULT 0 NOT NULL,
	"data" jsonb NOT NULL,
	"modified_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sandbox_waste" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sandbox_waste_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"license_number" text NOT NULL,
	"harvest_id" bigint NOT NULL,
	"waste_type" text NOT NULL,
	"weight" numeric NOT NULL,
	"unit" text NOT NULL,
	"actual_date" date NOT NULL
);
--> statement-breakpoint
ALTER TABLE "tracking_writes" DROP CONSTRAINT "tracking_writes_kind";--> statement-breakpoint
ALTER TABLE "tracking_writes" ALTER COLUMN "package_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "tracking_writes" ALTER COLUMN "made_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "packages" ADD COLUMN "source_harvests" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "tracking_writes" ADD COLUMN "harvest_id" bigint;--> statement-breakpoint
ALTER TABLE "tracking_writes" ADD COLUMN "record_id" bigint;--> statement-breakpoint
ALTER TABLE "tracking_writes" ADD COLUMN "is_unanswered" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "harvest_ingredients" ADD CONSTRAINT "harvest_ingredients_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "harvest_ingredients" ADD CONSTRAINT "harvest_ingredients_package_id_fk" FOREIGN KEY ("org_id","package_id") REFERENCES "public"."harvest_packages"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "harvest_ingredients" ADD CONSTRAINT "harvest_ingredients_harvest_id_fk" FOREIGN KEY ("org_id","harvest_id") REFERENCES "public"."harvests"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "harvest_packages" ADD CONSTRAINT "harvest_packages_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "harvest_packages" ADD CONSTRAINT "harvest_packages_harvest_id_fk" FOREIGN KEY ("org_id","harvest_id") REFERENCES "public"."harvests"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "harvest_packages" ADD CONSTRAINT "harvest_packages_item_id_fk" FOREIGN KEY ("org_id","item_id") REFERENCES "public"."tracking_items"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "harvest_plants" ADD CONSTRAINT "harvest_plants_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "harvest_plants" ADD CONSTRAINT "harvest_plants_weighed_by_org_users_id_fk" FOREIGN KEY ("weighed_by") REFERENCES "public"."org_users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "harvest_plants" ADD CONSTRAINT "harvest_plants_harvest_id_fk" FOREIGN KEY ("org_id","harvest_id") REFERENCES "public"."harvests"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "harvest_waste" ADD CONSTRAINT "harvest_waste_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "harvest_waste" ADD CONSTRAINT "harvest_waste_harvest_id_fk" FOREIGN KEY ("org_id","harvest_id") REFERENCES "public"."harvests"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "harvests" ADD CONSTRAINT "harvests_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "harvests" ADD CONSTRAINT "harvests_license_id_licenses_id_fk" FOREIGN KEY ("license_id") REFERENCES "public"."licenses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "harvests" ADD CONSTRAINT "harvests_submitted_by_org_users_id_fk" FOREIGN KEY ("submitted_by") REFERENCES "public"."org_users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "harvests" ADD CONSTRAINT "harvests_created_by_org_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."org_users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "harvest_ingredients_harvest" ON "harvest_ingredients" USING btree ("org_id","harvest_id");--> statement-breakpoint
CREATE UNIQUE INDEX "harvest_packages_label" ON "harvest_packages" USING btree ("org_id","label") WHERE "harvest_packages"."state" <> 'REFUSED';--> statement-breakpoint
CREATE INDEX "harvest_packages_harvest" ON "harvest_packages" USING btree ("org_id","harvest_id");--> statement-breakpoint
CREATE UNIQUE INDEX "harvest_plants_once" ON "harvest_plants" USING btree ("org_id","harvest_id","label");--> statement-breakpoint
CREATE UNIQUE INDEX "harvest_plants_whole" ON "harvest_plants" USING btree ("org_id","label") WHERE "harvest_plants"."is_whole" and "harvest_plants"."state" not in ('REFUSED', 'UNDONE');--> statement-breakpoint
CREATE INDEX "harvest_waste_harvest" ON "harvest_waste" USING btree ("org_id","harvest_id");--> statement-breakpoint
CREATE UNIQUE INDEX "harvests_identity" ON "harvests" USING btree ("org_id","license_id",lower("name"),"harvest_date","drying_location_id","strain_id");--> statement-breakpoint
CREATE INDEX "harvests_license" ON "harvests" USING btree ("org_id","license_id","state","harvest_date");--> statement-breakpoint
CREATE INDEX "sandbox_harvests_list" ON "sandbox_harvests" USING btree ("license_number","list","modified_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "sandbox_harvests_identity" ON "sandbox_harvests" USING btree ("license_number","name","harvest_date","location","strain");--> statement-breakpoint
CREATE INDEX "sandbox_plants_list" ON "sandbox_plants" USING btree ("license_number","list","modified_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "sandbox_plants_label" ON "sandbox_plants" USING btree ("license_number","label");--> statement-breakpoint
CREATE INDEX "sandbox_waste_harvest" ON "sandbox_waste" USING btree ("license_number","harvest_id");--> statement-breakpoint
ALTER TABLE "tracking_writes" ADD CONSTRAINT "tracking_writes_subject" CHECK (case when "tracking_writes"."harvest_id" is null then "tracking_writes"."package_id" is not null and "tracking_writes"."made_id" is not null else "tracking_writes"."package_id" is null and "tracking_writes"."made_id" is null end);--> statement-breakpoint
ALTER TABLE "tracking_writes" ADD CONSTRAINT "tracking_writes_kind" CHECK ("tracking_writes"."kind" in ('SPLIT', 'ADJUST', 'MOVE', 'FINISH', 'REOPEN', 'HARVEST_PLANT', 'HARVEST_MANICURE', 'HARVEST_PACKAGE', 'HARVEST_TEST_PACKAGE', 'HARVEST_WASTE', 'HARVEST_WASTE_DELETE', 'HARVEST_RESTORE', 'HARVEST_FINISH', 'HARVEST_UNFINISH'));