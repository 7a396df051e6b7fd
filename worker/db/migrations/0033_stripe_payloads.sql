CREATE TABLE `event_payloads` (
	`position` integer PRIMARY KEY NOT NULL,
	`payload` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `payload_erasures` (
	`mode` text NOT NULL,
	`event_id` text NOT NULL,
	`received_at` integer NOT NULL,
	`requested_at` integer NOT NULL,
	PRIMARY KEY(`mode`, `received_at`, `event_id`)
);
--> statement-breakpoint
DROP INDEX `events_pending`;--> statement-breakpoint
DROP INDEX `events_with_payload`;--> statement-breakpoint
CREATE INDEX `events_customer` ON `events` (`customer_id`,`dirty_seq`) WHERE customer_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `events_unassigned` ON `events` (`status`) WHERE customer_id IS NULL;