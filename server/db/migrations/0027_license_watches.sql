-- oldest: 0021_partners_and_shares
CREATE TABLE "license_watches" (
	"org_id" bigint NOT NULL,
	"license_id" bigint NOT NULL,
	"name" text NOT NULL,
	"us_state" text NOT NULL,
	"license_number" text NOT NULL,
	"org_user_id" bigint NOT NULL,
	"told_lapse" text,
	"told_expires_on" date,
	"told_barred" text,
	"told_gone" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "license_watches_org_id_license_id_pk" PRIMARY KEY("org_id","license_id")
);
--> statement-breakpoint
ALTER TABLE "license_watches" ADD CONSTRAINT "license_watches_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "license_watches" ADD CONSTRAINT "license_watches_license_id_licenses_id_fk" FOREIGN KEY ("license_id") REFERENCES "public"."licenses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "license_watches" ADD CONSTRAINT "license_watches_org_user_id_org_users_id_fk" FOREIGN KEY ("org_user_id") REFERENCES "public"."org_users"("id") ON DELETE no action ON UPDATE no action;