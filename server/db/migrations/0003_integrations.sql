CREATE TABLE "call_turns" (
	"name" text PRIMARY KEY NOT NULL,
	"next_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "licence_syncs" (
	"licence_id" bigint PRIMARY KEY NOT NULL,
	"org_id" bigint NOT NULL,
	"org_user_id" bigint,
	"sealed_key" text,
	"last_four" text,
	"checked_at" timestamp (3) with time zone,
	"problem" text,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "licence_syncs_one_key" CHECK (("licence_syncs"."org_user_id" is null) <> ("licence_syncs"."sealed_key" is null))
);
--> statement-breakpoint
CREATE TABLE "marketplace_moves" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "marketplace_moves_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"org_id" bigint NOT NULL,
	"us_state" text NOT NULL,
	"order_id" bigint NOT NULL,
	"external_id" text NOT NULL,
	"action" text NOT NULL,
	"leaves" text NOT NULL,
	"state" text DEFAULT 'PENDING' NOT NULL,
	"problem" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"held_until" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "marketplace_moves_state" CHECK ("marketplace_moves"."state" in ('PENDING', 'TOLD', 'REFUSED', 'DROPPED'))
);
--> statement-breakpoint
CREATE TABLE "sandbox_records" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sandbox_records_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"stand_in" text NOT NULL,
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"data" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "tracking_keys" (
	"org_id" bigint NOT NULL,
	"org_user_id" bigint NOT NULL,
	"us_state" text NOT NULL,
	"sealed_key" text NOT NULL,
	"last_four" text NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "tracking_keys_org_user_id_us_state_pk" PRIMARY KEY("org_user_id","us_state")
);
--> statement-breakpoint
CREATE TABLE "wholesale_syncs" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "wholesale_syncs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"org_id" bigint NOT NULL,
	"us_state" text NOT NULL,
	"sealed_key" text,
	"last_four" text,
	"access" text NOT NULL,
	"problem" text,
	"checked_at" timestamp (3) with time zone NOT NULL,
	"created_by_user_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "wholesale_syncs_access" CHECK ("wholesale_syncs"."access" in ('READ', 'WRITE'))
);
--> statement-breakpoint
ALTER TABLE "licence_syncs" ADD CONSTRAINT "licence_syncs_licence_id_licences_id_fk" FOREIGN KEY ("licence_id") REFERENCES "public"."licences"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "licence_syncs" ADD CONSTRAINT "licence_syncs_org_id_organisations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organisations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "licence_syncs" ADD CONSTRAINT "licence_syncs_org_user_id_org_users_id_fk" FOREIGN KEY ("org_user_id") REFERENCES "public"."org_users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "marketplace_moves" ADD CONSTRAINT "marketplace_moves_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tracking_keys" ADD CONSTRAINT "tracking_keys_org_id_organisations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organisations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tracking_keys" ADD CONSTRAINT "tracking_keys_org_user_id_org_users_id_fk" FOREIGN KEY ("org_user_id") REFERENCES "public"."org_users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wholesale_syncs" ADD CONSTRAINT "wholesale_syncs_org_id_organisations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organisations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wholesale_syncs" ADD CONSTRAINT "wholesale_syncs_created_by_user_id_users_id_fk" FOREIGN KEY ("created_by_user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "licence_syncs_org" ON "licence_syncs" USING btree ("org_id");--> statement-breakpoint
CREATE INDEX "licence_syncs_person" ON "licence_syncs" USING btree ("org_user_id");--> statement-breakpoint
CREATE INDEX "marketplace_moves_order" ON "marketplace_moves" USING btree ("order_id","id");--> statement-breakpoint
CREATE INDEX "marketplace_moves_open" ON "marketplace_moves" USING btree ("org_id","us_state","updated_at") WHERE "marketplace_moves"."state" in ('PENDING', 'REFUSED');--> statement-breakpoint
CREATE INDEX "sandbox_records_subject" ON "sandbox_records" USING btree ("stand_in","kind","subject","id");--> statement-breakpoint
CREATE UNIQUE INDEX "wholesale_syncs_org_state" ON "wholesale_syncs" USING btree ("org_id","us_state");