-- oldest: 0031_accounting_wholesale
CREATE TABLE "api_key_uses" (
	"org_id" bigint NOT NULL,
	"api_key_id" bigint NOT NULL,
	"call" text NOT NULL,
	"day" date NOT NULL,
	"calls" integer NOT NULL,
	"refused" integer NOT NULL,
	"last_at" timestamp (3) with time zone NOT NULL,
	"last_address" text NOT NULL,
	CONSTRAINT "api_key_uses_org_id_api_key_id_call_day_pk" PRIMARY KEY("org_id","api_key_id","call","day")
);
--> statement-breakpoint
CREATE TABLE "api_keys" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "api_keys_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"org_id" bigint NOT NULL,
	"user_id" uuid NOT NULL,
	"public_id" text NOT NULL,
	"caller_id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"features" jsonb NOT NULL,
	"company_ids" bigint[] DEFAULT '{}'::bigint[] NOT NULL,
	"license_ids" bigint[] DEFAULT '{}'::bigint[] NOT NULL,
	"brand_ids" bigint[] DEFAULT '{}'::bigint[] NOT NULL,
	"addresses" text[] DEFAULT '{}'::text[] NOT NULL,
	"secret_hash" text NOT NULL,
	"ending" text NOT NULL,
	"former_hash" text,
	"former_until" timestamp (3) with time zone,
	"learning_since" timestamp (3) with time zone,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"revoked_at" timestamp (3) with time zone,
	"version" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "api_keys_public_id_unique" UNIQUE("public_id")
);
--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "api_key_id" bigint;--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "api_key_name" text;--> statement-breakpoint
ALTER TABLE "api_key_uses" ADD CONSTRAINT "api_key_uses_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_key_uses" ADD CONSTRAINT "api_key_uses_api_key_id_api_keys_id_fk" FOREIGN KEY ("api_key_id") REFERENCES "public"."api_keys"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "api_key_uses_day" ON "api_key_uses" USING btree ("org_id","day");--> statement-breakpoint
CREATE INDEX "api_keys_org" ON "api_keys" USING btree ("org_id","id");--> statement-breakpoint
CREATE INDEX "api_keys_user" ON "api_keys" USING btree ("user_id");