ALTER TABLE `statements` ADD `paid_minor` integer;--> statement-breakpoint
ALTER TABLE `statements` ADD `decision_sent_at` integer;