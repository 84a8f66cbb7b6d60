-- oldest: 0021_partners_and_shares
CREATE TABLE "shared_brands" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "shared_brands_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"org_id" bigint NOT NULL,
	"license_id" bigint NOT NULL,
	"brand_id" bigint NOT NULL,
	"owner_org_id" bigint,
	"origin" text NOT NULL,
	"status" text NOT NULL,
	"enabled" boolean DEFAULT false NOT NULL,
	"invite_code" text NOT NULL,
	"requested_by_user_id" uuid,
	"requested_at" timestamp (3) with time zone,
	"message" text DEFAULT '' NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"answered_by_user_id" uuid,
	"answered_at" timestamp (3) with time zone,
	"ends_at" timestamp (3) with time zone,
	"ended_by_user_id" uuid,
	"ended_by_org_id" bigint,
	"ended_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "shared_brands_org_id_id_pk" PRIMARY KEY("org_id","id"),
	CONSTRAINT "shared_brands_two_organizations" CHECK ("shared_brands"."org_id" <> "shared_brands"."owner_org_id"),
	CONSTRAINT "shared_brands_origin" CHECK ("shared_brands"."origin" in ('SHARED', 'REQUESTED', 'AUTO')),
	CONSTRAINT "shared_brands_status" CHECK ("shared_brands"."status" in ('REQUESTED', 'SHARED', 'REFUSED', 'RESCINDED', 'EXPIRED', 'ENDED')),
	CONSTRAINT "shared_brands_enabled" CHECK (not "shared_brands"."enabled" or "shared_brands"."status" = 'SHARED'),
	CONSTRAINT "shared_brands_asked" CHECK ("shared_brands"."status" <> 'REQUESTED' or ("shared_brands"."requested_at" is not null and "shared_brands"."expires_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "shared_reads" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "shared_reads_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"org_id" bigint NOT NULL,
	"reader_org_id" bigint NOT NULL,
	"reader_user_id" uuid NOT NULL,
	"brand_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"hour" timestamp (3) with time zone NOT NULL,
	"last_at" timestamp (3) with time zone NOT NULL,
	"times" integer NOT NULL,
	"packages" integer NOT NULL,
	CONSTRAINT "shared_reads_org_id_id_pk" PRIMARY KEY("org_id","id"),
	CONSTRAINT "shared_reads_kind" CHECK ("shared_reads"."kind" in ('LIST', 'PACKAGE', 'FILE'))
);
--> statement-breakpoint
DROP INDEX "partner_brands_brand";--> statement-breakpoint
ALTER TABLE "partner_brands" ADD COLUMN "status" text DEFAULT 'ACCEPTED' NOT NULL;--> statement-breakpoint
ALTER TABLE "partner_brands" ALTER COLUMN "status" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "partner_brands" ADD COLUMN "requested_by_user_id" uuid;--> statement-breakpoint
ALTER TABLE "partner_brands" ADD COLUMN "requested_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "partner_brands" ADD COLUMN "message" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "partner_brands" ADD COLUMN "expires_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "partner_brands" ADD COLUMN "answered_by_user_id" uuid;--> statement-breakpoint
ALTER TABLE "partner_brands" ADD COLUMN "answered_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "partner_brands" ADD COLUMN "ends_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "partner_brands" ADD COLUMN "ended_by_user_id" uuid;--> statement-breakpoint
ALTER TABLE "partner_brands" ADD COLUMN "ended_by_org_id" bigint;--> statement-breakpoint
ALTER TABLE "partner_brands" ADD COLUMN "ended_at" timestamp (3) with time zone;--> statement-breakpoint
UPDATE "partner_brands" SET "answered_at" = "created_at";--> statement-breakpoint
ALTER TABLE "licenses" ADD COLUMN "auto_sharing" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "shared_brands" ADD CONSTRAINT "shared_brands_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shared_brands" ADD CONSTRAINT "shared_brands_license_id_licenses_id_fk" FOREIGN KEY ("license_id") REFERENCES "public"."licenses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shared_brands" ADD CONSTRAINT "shared_brands_brand_id_brands_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brands"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shared_brands" ADD CONSTRAINT "shared_brands_owner_org_id_organizations_id_fk" FOREIGN KEY ("owner_org_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shared_brands" ADD CONSTRAINT "shared_brands_requested_by_user_id_users_id_fk" FOREIGN KEY ("requested_by_user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shared_brands" ADD CONSTRAINT "shared_brands_answered_by_user_id_users_id_fk" FOREIGN KEY ("answered_by_user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shared_brands" ADD CONSTRAINT "shared_brands_ended_by_user_id_users_id_fk" FOREIGN KEY ("ended_by_user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shared_brands" ADD CONSTRAINT "shared_brands_ended_by_org_id_organizations_id_fk" FOREIGN KEY ("ended_by_org_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shared_reads" ADD CONSTRAINT "shared_reads_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shared_reads" ADD CONSTRAINT "shared_reads_reader_org_id_organizations_id_fk" FOREIGN KEY ("reader_org_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shared_reads" ADD CONSTRAINT "shared_reads_reader_user_id_users_id_fk" FOREIGN KEY ("reader_user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shared_reads" ADD CONSTRAINT "shared_reads_brand_id_brands_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brands"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "shared_brands_brand" ON "shared_brands" USING btree ("org_id","license_id","brand_id") WHERE "shared_brands"."status" in ('REQUESTED', 'SHARED');--> statement-breakpoint
CREATE UNIQUE INDEX "shared_brands_code" ON "shared_brands" USING btree ("org_id","invite_code");--> statement-breakpoint
CREATE INDEX "shared_brands_owner" ON "shared_brands" USING btree ("owner_org_id","brand_id");--> statement-breakpoint
CREATE UNIQUE INDEX "shared_reads_hour" ON "shared_reads" USING btree ("org_id","brand_id","reader_user_id","kind","reader_org_id","hour");--> statement-breakpoint
CREATE INDEX "shared_reads_reader" ON "shared_reads" USING btree ("reader_org_id","hour");--> statement-breakpoint
CREATE INDEX "shared_reads_old" ON "shared_reads" USING btree ("org_id","hour");--> statement-breakpoint
ALTER TABLE "partner_brands" ADD CONSTRAINT "partner_brands_requested_by_user_id_users_id_fk" FOREIGN KEY ("requested_by_user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "partner_brands" ADD CONSTRAINT "partner_brands_answered_by_user_id_users_id_fk" FOREIGN KEY ("answered_by_user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "partner_brands" ADD CONSTRAINT "partner_brands_ended_by_user_id_users_id_fk" FOREIGN KEY ("ended_by_user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "partner_brands" ADD CONSTRAINT "partner_brands_ended_by_org_id_organizations_id_fk" FOREIGN KEY ("ended_by_org_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "partner_brands_owner" ON "partner_brands" USING btree ("owner_org_id","brand_id");--> statement-breakpoint
CREATE UNIQUE INDEX "partner_brands_brand" ON "partner_brands" USING btree ("org_id","brand_id") WHERE "partner_brands"."status" in ('REQUESTED', 'ACCEPTED');--> statement-breakpoint
ALTER TABLE "partner_brands" ADD CONSTRAINT "partner_brands_status" CHECK ("partner_brands"."status" in ('REQUESTED', 'ACCEPTED', 'REFUSED', 'RESCINDED', 'EXPIRED', 'ENDED'));--> statement-breakpoint
ALTER TABLE "partner_brands" ADD CONSTRAINT "partner_brands_asked" CHECK ("partner_brands"."status" <> 'REQUESTED' or ("partner_brands"."requested_at" is not null and "partner_brands"."expires_at" is not null));