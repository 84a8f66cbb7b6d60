-- oldest: 0021_partners_and_shares
CREATE TABLE "chat_mentions" (
	"message_id" text NOT NULL,
	"user_id" uuid NOT NULL,
	"org_id" bigint NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "chat_mentions_message_id_user_id_pk" PRIMARY KEY("message_id","user_id")
);
--> statement-breakpoint
ALTER TABLE "sandbox_chat_members" ADD COLUMN "muted_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "sandbox_chat_messages" ADD COLUMN "mentioned_user_ids" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "sandbox_chat_messages" ADD COLUMN "command_name" text;--> statement-breakpoint
ALTER TABLE "sandbox_chat_messages" ADD COLUMN "command_args" text;--> statement-breakpoint
ALTER TABLE "chat_mentions" ADD CONSTRAINT "chat_mentions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "chat_mentions_created" ON "chat_mentions" USING btree ("created_at");