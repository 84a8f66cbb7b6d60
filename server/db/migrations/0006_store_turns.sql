-- oldest: 0000_first
ALTER TABLE "installation" ADD COLUMN "store_turns" uuid[] DEFAULT '{}' NOT NULL;