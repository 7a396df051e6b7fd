CREATE TABLE `translations` (
	`target_id` text NOT NULL,
	`locale` text NOT NULL,
	`field` text NOT NULL,
	`text` text NOT NULL,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`target_id`, `locale`, `field`)
);
--> statement-breakpoint
ALTER TABLE `users` ADD `time_zone` text;--> statement-breakpoint
ALTER TABLE `users` ADD `wants_reminders` integer DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE `checkouts` ADD `locale` text;--> statement-breakpoint
ALTER TABLE `orders` ADD `locale` text;--> statement-breakpoint
ALTER TABLE `mails` ADD `facts` text;