CREATE TABLE `sender_pauses` (
	`sender` text PRIMARY KEY NOT NULL,
	`until` integer NOT NULL,
	`duration_ms` integer NOT NULL,
	`reason` text NOT NULL
);
--> statement-breakpoint
ALTER TABLE `emails` ADD `batch` text;--> statement-breakpoint
CREATE INDEX `emails_due_first` ON `emails` (`next_attempt_at`) WHERE status = 'queued' AND kind NOT IN ('price_change', 'price_change_canceled') AND batch IS NOT 'direct';