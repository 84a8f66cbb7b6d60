-- oldest: 0000_first
CREATE TABLE "held_letters" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "held_letters_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" uuid NOT NULL,
	"key" text NOT NULL,
	"type" text NOT NULL,
	"org_id" bigint NOT NULL,
	"subject" text NOT NULL,
	"payload" jsonb NOT NULL,
	"event" text NOT NULL,
	"job" jsonb,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"due_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "notification_settings" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"choices" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"quiet_hours" jsonb,
	"time_zone" text DEFAULT 'UTC' NOT NULL
);
--> statement-breakpoint
ALTER TABLE "notification_groups" ADD COLUMN "snoozed_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "held_letters" ADD CONSTRAINT "held_letters_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_settings" ADD CONSTRAINT "notification_settings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "held_letters_event" ON "held_letters" USING btree ("user_id","event");--> statement-breakpoint
CREATE INDEX "held_letters_due" ON "held_letters" USING btree ("due_at") WHERE "held_letters"."due_at" is not null;--> statement-breakpoint
CREATE INDEX "held_letters_subject" ON "held_letters" USING btree ("subject") WHERE "held_letters"."due_at" is not null;--> statement-breakpoint
CREATE INDEX "held_letters_created" ON "held_letters" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "notification_groups_snoozed" ON "notification_groups" USING btree ("snoozed_until") WHERE "notification_groups"."snoozed_until" is not null;