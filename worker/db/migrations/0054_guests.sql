ALTER TABLE `users` ADD `is_guest` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `users_unpaid_guests` ON `users` (`created_at`) WHERE is_guest = 1 AND status = 'active' AND email IS NULL;--> statement-breakpoint
ALTER TABLE `claims` ADD `guest_id` text REFERENCES users(id);--> statement-breakpoint
CREATE INDEX `claims_guest` ON `claims` (`guest_id`) WHERE guest_id IS NOT NULL;