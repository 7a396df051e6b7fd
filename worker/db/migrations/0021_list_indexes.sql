CREATE INDEX `files_name` ON `files` (name COLLATE NOCASE,`id`);--> statement-breakpoint
CREATE INDEX `files_state` ON `files` ((archived_at IS NOT NULL),`id`);--> statement-breakpoint
CREATE INDEX `files_state_name` ON `files` ((archived_at IS NOT NULL),name COLLATE NOCASE,`id`);--> statement-breakpoint
CREATE INDEX `pages_title` ON `pages` (title COLLATE NOCASE,`id`);--> statement-breakpoint
CREATE INDEX `pages_changed` ON `pages` (`updated_at`,`id`);--> statement-breakpoint
CREATE INDEX `pages_status` ON `pages` (`status`,`id`);--> statement-breakpoint
CREATE INDEX `pages_status_title` ON `pages` (`status`,title COLLATE NOCASE,`id`);--> statement-breakpoint
CREATE INDEX `pages_status_changed` ON `pages` (`status`,`updated_at`,`id`);