-- oldest: 0031_accounting_wholesale
CREATE TABLE "accounting_suggestions" (
	"org_id" bigint NOT NULL,
	"connection_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"own_id" bigint NOT NULL,
	"external_id" text NOT NULL,
	"certainty" integer NOT NULL,
	"reason" text NOT NULL,
	CONSTRAINT "accounting_suggestions_org_id_connection_id_kind_own_id_pk" PRIMARY KEY("org_id","connection_id","kind","own_id")
);
--> statement-breakpoint
ALTER TABLE "accounting_findings" ALTER COLUMN "ours" SET DATA TYPE text;--> statement-breakpoint
ALTER TABLE "accounting_findings" ALTER COLUMN "ours" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "accounting_findings" ALTER COLUMN "theirs" SET DATA TYPE text;--> statement-breakpoint
ALTER TABLE "accounting_findings" ALTER COLUMN "theirs" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "accounting_audits" ADD COLUMN "reached" jsonb;--> statement-breakpoint
ALTER TABLE "accounting_findings" ADD COLUMN "fix" text NOT NULL;--> statement-breakpoint
ALTER TABLE "accounting_findings" ADD COLUMN "settled_by_user_id" uuid;--> statement-breakpoint
ALTER TABLE "accounting_suggestions" ADD CONSTRAINT "accounting_suggestions_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "accounting_suggestions" ADD CONSTRAINT "accounting_suggestions_connection_id_fk" FOREIGN KEY ("org_id","connection_id") REFERENCES "public"."accounting_connections"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "accounting_findings" ADD CONSTRAINT "accounting_findings_settled_by_user_id_users_id_fk" FOREIGN KEY ("settled_by_user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "accounting_findings_found" ON "accounting_findings" USING btree ("org_id","audit_id","kind",coalesce("order_id", 0),coalesce("external_id", ''));