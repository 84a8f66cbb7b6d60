-- oldest: 0000_first
CREATE TABLE "installation" (
	"only_one" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"is_demo" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "installation_only_one" CHECK ("installation"."only_one")
);
--> statement-breakpoint
INSERT INTO "installation" DEFAULT VALUES;
