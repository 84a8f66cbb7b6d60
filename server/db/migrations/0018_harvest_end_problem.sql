-- oldest: 0016_intake_todos
ALTER TABLE "harvests" ADD COLUMN "end_problem" text;