-- oldest: 0000_first
ALTER TABLE "order_mails" ADD COLUMN "files_removed_at" timestamp (3) with time zone;
