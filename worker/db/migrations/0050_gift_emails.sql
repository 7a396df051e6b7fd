ALTER TABLE `claims` ADD `message` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `claims` ADD `locale` text;--> statement-breakpoint
ALTER TABLE `claims` ADD `email_due_at` integer;--> statement-breakpoint
ALTER TABLE `claims` ADD `email_attempts` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `claims` ADD `email_count` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `claims` ADD `email_asked_at` integer;--> statement-breakpoint
ALTER TABLE `claims` ADD `email_sent_at` integer;--> statement-breakpoint
ALTER TABLE `claims` ADD `email_problem` text;--> statement-breakpoint
CREATE INDEX `claims_email_due` ON `claims` (`email_due_at`) WHERE email_due_at IS NOT NULL;--> statement-breakpoint
ALTER TABLE `gifts` ADD `message` text DEFAULT '' NOT NULL;