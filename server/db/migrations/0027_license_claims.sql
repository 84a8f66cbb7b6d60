-- oldest: 0021_partners_and_shares
CREATE TABLE "license_codes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "license_codes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"org_id" bigint NOT NULL,
	"license_id" bigint NOT NULL,
	"code_hash" text NOT NULL,
	"email" text NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"used_at" timestamp (3) with time zone,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "license_dispute_log" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "license_dispute_log_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"dispute_id" bigint NOT NULL,
	"act" text NOT NULL,
	"by_user_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "license_disputes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "license_disputes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"org_id" bigint NOT NULL,
	"us_state" text NOT NULL,
	"license_number" text NOT NULL,
	"license_id" bigint NOT NULL,
	"reason" text NOT NULL,
	"document" "bytea",
	"state" text DEFAULT 'OPEN' NOT NULL,
	"answer" text DEFAULT '' NOT NULL,
	"disputed_by_user_id" uuid NOT NULL,
	"decided_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "license_disputes_state_known" CHECK ("license_disputes"."state" in ('OPEN', 'UPHELD', 'DISMISSED'))
);
--> statement-breakpoint
CREATE TABLE "license_proofs" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "license_proofs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"org_id" bigint NOT NULL,
	"license_id" bigint NOT NULL,
	"document" "bytea" NOT NULL,
	"state" text DEFAULT 'OPEN' NOT NULL,
	"answer" text DEFAULT '' NOT NULL,
	"sent_by_user_id" uuid NOT NULL,
	"sent_at" timestamp (3) with time zone NOT NULL,
	"decided_by_user_id" uuid,
	"decided_at" timestamp (3) with time zone,
	CONSTRAINT "license_proofs_state_known" CHECK ("license_proofs"."state" in ('OPEN', 'ACCEPTED', 'DECLINED'))
);
--> statement-breakpoint
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
ALTER TABLE "licenses" ADD COLUMN "proven_by" text;--> statement-breakpoint
ALTER TABLE "licenses" ADD COLUMN "proven_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "license_codes" ADD CONSTRAINT "license_codes_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "license_codes" ADD CONSTRAINT "license_codes_license_id_licenses_id_fk" FOREIGN KEY ("license_id") REFERENCES "public"."licenses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "license_dispute_log" ADD CONSTRAINT "license_dispute_log_dispute_id_license_disputes_id_fk" FOREIGN KEY ("dispute_id") REFERENCES "public"."license_disputes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "license_dispute_log" ADD CONSTRAINT "license_dispute_log_by_user_id_users_id_fk" FOREIGN KEY ("by_user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "license_disputes" ADD CONSTRAINT "license_disputes_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "license_disputes" ADD CONSTRAINT "license_disputes_license_id_licenses_id_fk" FOREIGN KEY ("license_id") REFERENCES "public"."licenses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "license_disputes" ADD CONSTRAINT "license_disputes_disputed_by_user_id_users_id_fk" FOREIGN KEY ("disputed_by_user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "license_proofs" ADD CONSTRAINT "license_proofs_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "license_proofs" ADD CONSTRAINT "license_proofs_license_id_licenses_id_fk" FOREIGN KEY ("license_id") REFERENCES "public"."licenses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "license_proofs" ADD CONSTRAINT "license_proofs_sent_by_user_id_users_id_fk" FOREIGN KEY ("sent_by_user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "license_proofs" ADD CONSTRAINT "license_proofs_decided_by_user_id_users_id_fk" FOREIGN KEY ("decided_by_user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "license_watches" ADD CONSTRAINT "license_watches_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "license_watches" ADD CONSTRAINT "license_watches_license_id_licenses_id_fk" FOREIGN KEY ("license_id") REFERENCES "public"."licenses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "license_watches" ADD CONSTRAINT "license_watches_org_user_id_org_users_id_fk" FOREIGN KEY ("org_user_id") REFERENCES "public"."org_users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "license_codes_license" ON "license_codes" USING btree ("license_id","created_at");--> statement-breakpoint
CREATE INDEX "license_codes_created" ON "license_codes" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "license_dispute_log_of" ON "license_dispute_log" USING btree ("dispute_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "license_disputes_open" ON "license_disputes" USING btree ("org_id","us_state","license_number") WHERE "license_disputes"."state" = 'OPEN';--> statement-breakpoint
CREATE INDEX "license_disputes_org" ON "license_disputes" USING btree ("org_id","created_at");--> statement-breakpoint
CREATE INDEX "license_disputes_state" ON "license_disputes" USING btree ("state","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "license_proofs_open" ON "license_proofs" USING btree ("license_id") WHERE "license_proofs"."state" = 'OPEN';--> statement-breakpoint
CREATE INDEX "license_proofs_license" ON "license_proofs" USING btree ("license_id","sent_at");--> statement-breakpoint
CREATE INDEX "license_proofs_state" ON "license_proofs" USING btree ("state","sent_at");--> statement-breakpoint
UPDATE "licenses" SET "proven_by" = 'KEY', "proven_at" = "checked_at" WHERE "checked_from" = 'TRACKING_SYSTEM';