-- oldest: 0021_partners_and_shares
CREATE TABLE "register_import_rows" (
	"import_id" bigint NOT NULL,
	"row" integer NOT NULL,
	"portion" integer NOT NULL,
	"license_number" text NOT NULL,
	"name" text NOT NULL,
	"dba" text,
	"licensee_name" text,
	"license_type" text,
	"status" text,
	"status_text" text,
	"expires_on" date,
	"address" text,
	"city" text,
	"postal_code" text,
	"email" text,
	"phone" text,
	"problem" text,
	"change" text,
	"before" jsonb,
	"license_id" bigint,
	"check_before" jsonb,
	CONSTRAINT "register_import_rows_import_id_row_pk" PRIMARY KEY("import_id","row")
);
--> statement-breakpoint
CREATE TABLE "register_imports" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "register_imports_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"us_state" text NOT NULL,
	"file_name" text NOT NULL,
	"as_of" date NOT NULL,
	"columns" jsonb NOT NULL,
	"rows" integer NOT NULL,
	"state" text DEFAULT 'DRAFT' NOT NULL,
	"added" integer DEFAULT 0 NOT NULL,
	"changed" integer DEFAULT 0 NOT NULL,
	"gone" integer DEFAULT 0 NOT NULL,
	"unchanged" integer DEFAULT 0 NOT NULL,
	"left_out" integer DEFAULT 0 NOT NULL,
	"created_by_user_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"applied_by_user_id" uuid,
	"applied_at" timestamp (3) with time zone,
	"undone_by_user_id" uuid,
	"undone_at" timestamp (3) with time zone,
	CONSTRAINT "register_imports_state_known" CHECK ("register_imports"."state" in ('DRAFT', 'APPLIED', 'UNDONE'))
);
--> statement-breakpoint
CREATE TABLE "registered_licenses" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "registered_licenses_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"us_state" text NOT NULL,
	"license_number" text NOT NULL,
	"name" text NOT NULL,
	"dba" text,
	"licensee_name" text,
	"license_type" text,
	"status" text,
	"status_text" text,
	"expires_on" date,
	"address" text,
	"city" text,
	"postal_code" text,
	"email" text,
	"phone" text,
	"listed_on" date NOT NULL,
	"not_listed_since" date,
	"import_id" bigint NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "register_import_rows" ADD CONSTRAINT "register_import_rows_import_id_register_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."register_imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "register_imports" ADD CONSTRAINT "register_imports_created_by_user_id_users_id_fk" FOREIGN KEY ("created_by_user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "register_imports" ADD CONSTRAINT "register_imports_applied_by_user_id_users_id_fk" FOREIGN KEY ("applied_by_user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "register_imports" ADD CONSTRAINT "register_imports_undone_by_user_id_users_id_fk" FOREIGN KEY ("undone_by_user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "registered_licenses" ADD CONSTRAINT "registered_licenses_import_id_register_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."register_imports"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "register_import_rows_number" ON "register_import_rows" USING btree ("import_id","license_number");--> statement-breakpoint
CREATE INDEX "register_imports_state" ON "register_imports" USING btree ("us_state","applied_at");--> statement-breakpoint
CREATE UNIQUE INDEX "registered_licenses_number" ON "registered_licenses" USING btree ("us_state","license_number");--> statement-breakpoint
CREATE INDEX "registered_licenses_import" ON "registered_licenses" USING btree ("import_id");