ALTER TABLE `users` ADD `external_id` text;--> statement-breakpoint
ALTER TABLE `users` ADD `metadata` text;--> statement-breakpoint
CREATE UNIQUE INDEX `users_external_id` ON `users` (`external_id`) WHERE external_id IS NOT NULL;