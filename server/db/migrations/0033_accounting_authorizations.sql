-- oldest: 0031_accounting_wholesale
CREATE TABLE "accounting_authorizations" (
	"org_id" bigint NOT NULL,
	"state_hash" text NOT NULL,
	"company_id" bigint NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "accounting_authorizations_org_id_state_hash_pk" PRIMARY KEY("org_id","state_hash")
);
--> statement-breakpoint
ALTER TABLE "accounting_connections" ADD COLUMN "renewing_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "accounting_connections" ADD COLUMN "renewing_by" text;--> statement-breakpoint
ALTER TABLE "accounting_authorizations" ADD CONSTRAINT "accounting_authorizations_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "accounting_authorizations" ADD CONSTRAINT "accounting_authorizations_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "accounting_authorizations" ADD CONSTRAINT "accounting_authorizations_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;