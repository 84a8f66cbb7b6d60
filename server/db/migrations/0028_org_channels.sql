-- oldest: 0021_partners_and_shares
CREATE TABLE "channel_invites" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "channel_invites_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"inviting_org_id" bigint NOT NULL,
	"invited_org_id" bigint NOT NULL,
	"invited_email" text DEFAULT '' NOT NULL,
	"topic" text DEFAULT '' NOT NULL,
	"topic_key" text DEFAULT '' NOT NULL,
	"status" text DEFAULT 'INVITED' NOT NULL,
	"invited_by_user_id" uuid NOT NULL,
	"sent_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"answered_at" timestamp (3) with time zone,
	"answered_by_org_id" bigint,
	"channel_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "channel_invites_status" CHECK ("channel_invites"."status" in ('INVITED', 'IGNORED', 'ACCEPTED', 'REMOVED')),
	CONSTRAINT "channel_invites_two_organizations" CHECK ("channel_invites"."inviting_org_id" <> "channel_invites"."invited_org_id")
);
--> statement-breakpoint
CREATE TABLE "org_channel_members" (
	"channel_id" uuid NOT NULL,
	"org_id" bigint NOT NULL,
	"user_id" uuid NOT NULL,
	"role" text NOT NULL,
	"joined_at" timestamp (3) with time zone NOT NULL,
	"left_at" timestamp (3) with time zone,
	CONSTRAINT "org_channel_members_channel_id_org_id_user_id_pk" PRIMARY KEY("channel_id","org_id","user_id"),
	CONSTRAINT "org_channel_members_role" CHECK ("org_channel_members"."role" in ('owner', 'member'))
);
--> statement-breakpoint
CREATE TABLE "org_channels" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"one_org_id" bigint NOT NULL,
	"other_org_id" bigint NOT NULL,
	"topic" text DEFAULT '' NOT NULL,
	"topic_key" text DEFAULT '' NOT NULL,
	"is_frozen_by_one" boolean DEFAULT false NOT NULL,
	"is_frozen_by_other" boolean DEFAULT false NOT NULL,
	"created_by_user_id" uuid NOT NULL,
	"revision" integer DEFAULT 0 NOT NULL,
	"synced_revision" integer DEFAULT -1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "org_channels_two_organizations" CHECK ("org_channels"."one_org_id" <> "org_channels"."other_org_id")
);
--> statement-breakpoint
ALTER TABLE "channel_invites" ADD CONSTRAINT "channel_invites_inviting_org_id_organizations_id_fk" FOREIGN KEY ("inviting_org_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "channel_invites" ADD CONSTRAINT "channel_invites_invited_org_id_organizations_id_fk" FOREIGN KEY ("invited_org_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "channel_invites" ADD CONSTRAINT "channel_invites_invited_by_user_id_users_id_fk" FOREIGN KEY ("invited_by_user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "channel_invites" ADD CONSTRAINT "channel_invites_answered_by_org_id_organizations_id_fk" FOREIGN KEY ("answered_by_org_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "channel_invites" ADD CONSTRAINT "channel_invites_channel_id_org_channels_id_fk" FOREIGN KEY ("channel_id") REFERENCES "public"."org_channels"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "org_channel_members" ADD CONSTRAINT "org_channel_members_channel_id_org_channels_id_fk" FOREIGN KEY ("channel_id") REFERENCES "public"."org_channels"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "org_channel_members" ADD CONSTRAINT "org_channel_members_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "org_channel_members" ADD CONSTRAINT "org_channel_members_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "org_channels" ADD CONSTRAINT "org_channels_one_org_id_organizations_id_fk" FOREIGN KEY ("one_org_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "org_channels" ADD CONSTRAINT "org_channels_other_org_id_organizations_id_fk" FOREIGN KEY ("other_org_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "org_channels" ADD CONSTRAINT "org_channels_created_by_user_id_users_id_fk" FOREIGN KEY ("created_by_user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "channel_invites_inviting" ON "channel_invites" USING btree ("inviting_org_id","sent_at");--> statement-breakpoint
CREATE INDEX "channel_invites_invited" ON "channel_invites" USING btree ("invited_org_id","sent_at");--> statement-breakpoint
CREATE UNIQUE INDEX "channel_invites_open" ON "channel_invites" USING btree ("inviting_org_id","invited_org_id","topic_key") WHERE "channel_invites"."status" in ('INVITED', 'IGNORED');--> statement-breakpoint
CREATE UNIQUE INDEX "org_channel_members_present" ON "org_channel_members" USING btree ("channel_id","user_id") WHERE "org_channel_members"."left_at" is null;--> statement-breakpoint
CREATE INDEX "org_channel_members_user" ON "org_channel_members" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "org_channels_topic" ON "org_channels" USING btree (least("one_org_id", "other_org_id"),greatest("one_org_id", "other_org_id"),"topic_key");--> statement-breakpoint
CREATE INDEX "org_channels_one" ON "org_channels" USING btree ("one_org_id");--> statement-breakpoint
CREATE INDEX "org_channels_other" ON "org_channels" USING btree ("other_org_id");