CREATE TABLE `seat_domains` (
	`pool_id` text NOT NULL,
	`domain` text NOT NULL,
	`token` text NOT NULL,
	`created_at` integer NOT NULL,
	`answer` text,
	`checked_at` integer,
	`proven_at` integer,
	PRIMARY KEY(`pool_id`, `domain`),
	FOREIGN KEY (`pool_id`) REFERENCES `seat_pools`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `seat_domains_domain` ON `seat_domains` (`domain`) WHERE answer = 'found';--> statement-breakpoint
CREATE INDEX `seat_domains_checked` ON `seat_domains` (`checked_at`) WHERE proven_at IS NOT NULL;--> statement-breakpoint
ALTER TABLE `sessions` ADD `verified_email` text;--> statement-breakpoint
ALTER TABLE `gifts` ADD `seat_domain` text;--> statement-breakpoint
ALTER TABLE `gifts` ADD `seat_taken_back` integer DEFAULT false NOT NULL;