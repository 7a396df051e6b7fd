CREATE INDEX `checkout_links_user` ON `checkout_links` (`user_id`);--> statement-breakpoint
CREATE INDEX `checkout_links_unused` ON `checkout_links` (`expires_at`) WHERE checkout_id IS NULL;--> statement-breakpoint
CREATE INDEX `claims_claimed_by` ON `claims` (`claimed_by`);--> statement-breakpoint
CREATE INDEX `claims_unused` ON `claims` (`expires_at`) WHERE claimed_at IS NULL;--> statement-breakpoint
CREATE INDEX `license_keys_issued` ON `license_keys` (`created_at`,`id`) WHERE user_id IS NOT NULL;