CREATE TABLE `feed_times` (
	`at` integer PRIMARY KEY NOT NULL,
	`sequence` integer NOT NULL
);
--> statement-breakpoint
-- One for each day so far. Of what moved to R2, one for each thousand events.
INSERT INTO feed_times (at, sequence)
SELECT min(created_at), min(sequence) - 1 FROM feed_events GROUP BY created_at / 86400000;--> statement-breakpoint
INSERT OR IGNORE INTO feed_times (at, sequence) SELECT first_at, first_sequence - 1 FROM feed_chunks;--> statement-breakpoint
DROP INDEX `feed_chunks_time`;--> statement-breakpoint
DROP INDEX `feed_events_time`;
