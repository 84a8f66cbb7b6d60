-- oldest: 0000_first
CREATE TABLE "intake_packages" (
	"org_id" bigint NOT NULL,
	"transfer_id" bigint NOT NULL,
	"label" text NOT NULL,
	"confirmed_at" timestamp (3) with time zone,
	"confirmed_by" uuid,
	"not_found" boolean DEFAULT false NOT NULL,
	"notes" text DEFAULT '' NOT NULL,
	"counted_quantity" numeric,
	"counted_at" timestamp (3) with time zone,
	"counted_by" uuid,
	"settled_quantity" numeric,
	"settled_at" timestamp (3) with time zone,
	"settled_by" uuid,
	"settled_why" text,
	"overruled_at" timestamp (3) with time zone,
	"overruled_by" uuid,
	"overruled_why" text,
	"version" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "intake_packages_org_id_transfer_id_label_pk" PRIMARY KEY("org_id","transfer_id","label"),
	CONSTRAINT "intake_packages_found" CHECK (not ("intake_packages"."not_found" and "intake_packages"."confirmed_at" is not null))
);
--> statement-breakpoint
ALTER TABLE "transfer_packages" ADD COLUMN "received_quantity" numeric;--> statement-breakpoint
ALTER TABLE "transfer_packages" ADD COLUMN "lab_state" text;--> statement-breakpoint
ALTER TABLE "transfer_packages" ADD COLUMN "left_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "transfers" ADD COLUMN "is_voided" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "transfers" ADD COLUMN "is_blind" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "intake_packages" ADD CONSTRAINT "intake_packages_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "intake_packages" ADD CONSTRAINT "intake_packages_confirmed_by_users_id_fk" FOREIGN KEY ("confirmed_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "intake_packages" ADD CONSTRAINT "intake_packages_counted_by_users_id_fk" FOREIGN KEY ("counted_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "intake_packages" ADD CONSTRAINT "intake_packages_settled_by_users_id_fk" FOREIGN KEY ("settled_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "intake_packages" ADD CONSTRAINT "intake_packages_overruled_by_users_id_fk" FOREIGN KEY ("overruled_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "intake_packages" ADD CONSTRAINT "intake_packages_transfer_id_fk" FOREIGN KEY ("org_id","transfer_id") REFERENCES "public"."transfers"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "intake_packages_label" ON "intake_packages" USING btree ("org_id","label");