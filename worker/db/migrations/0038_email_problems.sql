ALTER TABLE `users` ADD `email_problem` text;--> statement-breakpoint
ALTER TABLE `users` ADD `email_problem_at` integer;--> statement-breakpoint
ALTER TABLE `emails` ADD `message_id` text;--> statement-breakpoint
ALTER TABLE `emails` ADD `problem` text;