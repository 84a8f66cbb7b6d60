-- oldest: 0000_first
CREATE TABLE "intake_todos" (
	"org_id" bigint NOT NULL,
	"transfer_id" bigint NOT NULL,
	"told" text,
	"due_at" timestamp (3) with time zone,
	"sender_org_id" bigint,
	CONSTRAINT "intake_todos_org_id_transfer_id_pk" PRIMARY KEY("org_id","transfer_id")
);
--> statement-breakpoint
ALTER TABLE "intake_todos" ADD CONSTRAINT "intake_todos_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "intake_todos" ADD CONSTRAINT "intake_todos_sender_org_id_organizations_id_fk" FOREIGN KEY ("sender_org_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "intake_todos" ADD CONSTRAINT "intake_todos_transfer_id_fk" FOREIGN KEY ("org_id","transfer_id") REFERENCES "public"."transfers"("org_id","id") ON DELETE no action ON UPDATE no action;