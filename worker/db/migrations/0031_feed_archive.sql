-- Rows of a few bytes: without a row id, their key is stored once.
CREATE TABLE `feed_chunk_users` (
	`user_id` text PRIMARY KEY NOT NULL,
	`chunks` text NOT NULL
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `feed_chunks` (
	`id` integer PRIMARY KEY NOT NULL,
	`count` integer NOT NULL,
	`first_sequence` integer NOT NULL,
	`first_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `feed_chunks_time` ON `feed_chunks` (`first_at`);--> statement-breakpoint
CREATE TABLE `feed_erasures` (
	`chunk_id` integer NOT NULL,
	`user_id` text NOT NULL,
	PRIMARY KEY(`chunk_id`, `user_id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `feed_histories` (
	`object_id` text PRIMARY KEY NOT NULL,
	`states` blob NOT NULL
);
