-- oldest: 0000_first
CREATE TABLE "notification_groups" (
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"org_id" bigint NOT NULL,
	"is_seen" boolean DEFAULT false NOT NULL,
	"is_read" boolean DEFAULT false NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "notification_groups_user_id_name_pk" PRIMARY KEY("user_id","name"),
	CONSTRAINT "notification_groups_type" CHECK ("notification_groups"."type" in ('NEW_BUYER_ORDER', 'ORG_TO_ORG_INVITE_RECEIVED', 'ORG_TO_ORG_INVITE_ACCEPTED', 'SUBSCRIPTION_UPGRADED', 'CONNECTION_INVITE_RECEIVED', 'CONNECTION_INVITE_ACCEPTED', 'ORG_INVITE_RECEIVED', 'BRAND_INVITE_RECEIVED', 'ITEM_SHARED_WITH_YOU', 'ITEM_SHARED_WITH_OTHER', 'ITEM_SHARING_REQUESTED', 'ITEM_AUTO_ASSIGNED', 'ITEM_ASSIGNED', 'NEW_BRAND_IN_REVIEW', 'BRAND_CREATED', 'HISTORICAL_SYNC_COMPLETE', 'CUSTOM', 'PARTNER_ORG_GRANTED', 'PARTNER_ORG_REQUESTED', 'SHARED_BRAND_REQUEST_RECEIVED', 'LICENSE_SHARED_WITH_YOUR_BRAND')),
	CONSTRAINT "notification_groups_seen" CHECK ("notification_groups"."is_seen" or not "notification_groups"."is_read")
);
--> statement-breakpoint
CREATE TABLE "notifications" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "notifications_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" uuid NOT NULL,
	"group_name" text NOT NULL,
	"event_id" uuid NOT NULL,
	"subject" text NOT NULL,
	"payload" jsonb NOT NULL,
	"outcome" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "notification_groups" ADD CONSTRAINT "notification_groups_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "notification_groups_newest" ON "notification_groups" USING btree ("user_id","updated_at","name");--> statement-breakpoint
CREATE INDEX "notification_groups_unread" ON "notification_groups" USING btree ("user_id") WHERE not "notification_groups"."is_read";--> statement-breakpoint
CREATE UNIQUE INDEX "notifications_event" ON "notifications" USING btree ("user_id","event_id");--> statement-breakpoint
CREATE INDEX "notifications_group" ON "notifications" USING btree ("user_id","group_name","id");--> statement-breakpoint
CREATE INDEX "notifications_subject" ON "notifications" USING btree ("subject");--> statement-breakpoint
CREATE INDEX "notifications_created" ON "notifications" USING btree ("created_at");